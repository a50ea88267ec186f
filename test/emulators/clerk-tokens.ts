import {
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'

/** The host of the Frontend API. It is the issuer of tokens and part of publishable keys. */
const clerkHost = 'clerk.localhost:8443'

export interface ClerkKeys {
  privateKey: KeyObject
  /** The public key as PEM, for `CLERK_JWT_KEY`. */
  jwtKey: string
}

export const makeClerkKeys = (): ClerkKeys => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwtKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
  return { privateKey, jwtKey }
}

/**
 * A publishable key contains the Frontend API's host. `live` keys take the code path of production.
 */
export const makePublishableKey = (host = clerkHost, mode: 'live' | 'test' = 'live') =>
  `pk_${mode}_${Buffer.from(`${host}$`).toString('base64')}`

export interface TokenOptions {
  userId: string
  /** The origin that requested the token. Without it the token has no `azp` claim. */
  azp?: string
  /** Seconds from now. A negative number makes an expired token. */
  expiresIn?: number
  /** Additional claims. Cookies are rejected unless `iss` is the host of the publishable key. */
  claims?: Readonly<Record<string, unknown>>
  header?: Readonly<Record<string, unknown>>
}

/** Signs a session token as Clerk does (RS256, version 2 claims). */
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

/** The cookies that Clerk sets on a page of a production instance. */
export const toClerkCookie = (token: string): string => {
  const { iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return `__session=${token}; __client_uat=${iat - 5}`
}
