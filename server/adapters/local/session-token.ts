import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A session token as clients hold it: what the database knows, a dot, and its HMAC-SHA-256 in
 * base64. It is the format in which better-auth signs its cookies, so that it reads ours.
 */
export const signToken = (token: string, secret: string): string =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

/** The token inside, or `undefined` when the signature is not ours: no database has to be asked. */
export const verifyToken = (signed: string, secret: string): string | undefined => {
  const token = signed.slice(0, signed.indexOf('.'))
  if (token === '' || signed.length > 256) return undefined
  const given = Buffer.from(signed)
  const expected = Buffer.from(signToken(token, secret))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return token
}
