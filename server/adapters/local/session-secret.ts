import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const generateSecret = () => randomBytes(32).toString('base64url')

/**
 * Reads the secret that signs session tokens, or creates it at the first start. It has a file of its
 * own so that a copy of the database alone does not open any session.
 * @throws Error when the file cannot be read or created, or is empty
 */
export const readOrCreateSecret = (path: string): string => {
  if (!existsSync(path)) create(path)
  const secret = readFileSync(path, 'utf8').trim()
  // With an empty secret anyone could sign tokens. A new secret would sign everyone out, so the operator decides.
  if (secret === '')
    throw new Error('it is empty; delete it to get a new one, and everyone has to sign in again')
  return secret
}

// A draft is written and linked, so that the file is never half-written and the first of several processes wins.
const create = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, `${generateSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** better-auth signs its session cookies in the same format, so it can read these tokens. */
export const signToken = (token: string, secret: string): string =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

export const verifyToken = (signed: string, secret: string): string | undefined => {
  const token = signed.slice(0, signed.indexOf('.'))
  if (token === '' || signed.length > 256) return undefined
  const given = Buffer.from(signed)
  const expected = Buffer.from(signToken(token, secret))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return token
}
