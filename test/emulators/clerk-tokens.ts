import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'

/** Tokens contain it as their issuer, and publishable keys encode it. */
const clerkHost = 'clerk.localhost:8443'

export interface ClerkKeys {
  privateKey: KeyObject
  /** The public key in PEM format, for the server's setting `CLERK_JWT_KEY`. */
  jwtKey: string
}

export const makeClerkKeys = (): ClerkKeys => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwtKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
  return { privateKey, jwtKey }
}

/** With a `live` key, Clerk's SDK behaves as in production. */
export const makePublishableKey = (host = clerkHost) => `pk_live_${btoa(`${host}$`)}`

interface TokenOptions {
  userId: string
  azp?: string
  /** Seconds until the token expires. A negative number creates an expired token. */
  expiresIn?: number
  /** For a token in a cookie, `iss` is the host in the publishable key. */
  claims?: object
}

export const signClerkToken = (
  { privateKey }: ClerkKeys,
  { userId, azp, expiresIn = 60, claims }: TokenOptions,
): string => {
  const now = Math.floor(Date.now() / 1000)
  const iat = Math.min(now, now + expiresIn - 60)
  const times = { iat, nbf: iat - 10, exp: now + expiresIn }
  const iss = `https://${clerkHost}`
  const session = { iss, sub: userId, sid: `sess_${randomUUID()}`, sts: 'active', v: 2 }
  const signed = [
    { alg: 'RS256', typ: 'JWT', kid: 'ins_emulator' },
    { ...session, ...times, azp, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

export const toClerkCookie = (token: string): string => {
  const { iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return `__session=${token}; __client_uat=${iat - 5}`
}
