import {
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'

/** The host of the Frontend API: tokens name it as their issuer, publishable keys hold it. */
const clerkHost = 'clerk.localhost:8443'

export interface ClerkKeys {
  privateKey: KeyObject
  /** What `CLERK_JWT_KEY` is set to: the public key as PEM. */
  jwtKey: string
}

export const makeClerkKeys = (): ClerkKeys => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwtKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
  return { privateKey, jwtKey }
}

/** The key that names the Frontend API's host; `live` ones start the code path of production. */
export const makePublishableKey = (host = clerkHost, mode: 'live' | 'test' = 'live') =>
  `pk_${mode}_${Buffer.from(`${host}$`).toString('base64')}`

export interface TokenOptions {
  userId: string
  /** The origin that asked for the token; left out: no `azp` claim. */
  azp?: string
  /** Seconds from now; negative: expired. */
  expiresIn?: number
  /** `iss` must name the host of the publishable key, or cookies are not believed. */
  claims?: Readonly<Record<string, unknown>>
  header?: Readonly<Record<string, unknown>>
}

/** A session token as Clerk signs it (RS256, version 2 claims). */
export const signClerkToken = (
  { privateKey }: ClerkKeys,
  { userId, azp, expiresIn = 60, claims = {}, header = {} }: TokenOptions,
): string => {
  const now = Math.floor(Date.now() / 1000)
  const issued = Math.min(now, now + expiresIn - 60)
  const signed = [
    { alg: 'RS256', typ: 'JWT', kid: 'ins_emulator', ...header },
    {
      iss: `https://${clerkHost}`,
      sub: userId,
      sid: `sess_${randomUUID()}`,
      ...(azp !== undefined && { azp }),
      iat: issued,
      nbf: issued - 10,
      exp: now + expiresIn,
      sts: 'active',
      v: 2,
      fva: [0, -1],
      ...claims,
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}

/** The cookies that a web page of a production instance has. */
export const toClerkCookie = (token: string): string => {
  const { iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return `__session=${token}; __client_uat=${iat - 5}`
}
