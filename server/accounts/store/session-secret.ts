import {
  createHmac,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RunStatements } from '../../database/statements.ts'

export const generateSecret = () => randomBytes(32).toString('base64url')

/** Reads or creates the secret that signs session tokens, in PostgreSQL, so that all replicas share it. */
export const readOrCreateSharedSecret = async (run: RunStatements): Promise<string> => {
  const insert = `INSERT INTO "fresco" VALUES ('secret', $1) ON CONFLICT DO NOTHING`
  await run([{ text: insert, values: [generateSecret()] }])
  const [rows = []] = await run([{ text: `SELECT "value" FROM "fresco" WHERE "key" = 'secret'` }])
  return String(rows[0]?.value)
}

/**
 * Reads the secret that signs session tokens, or creates it at the first start.
 * @throws Error when the file cannot be read or created, or is empty
 */
export const readOrCreateSecret = (path: string): string => {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    replaceSecret(path, generateSecret())
  }
  return readSecret(path)
}

/** @throws Error when the file cannot be read or is empty */
export const readSecret = (path: string): string => {
  const secret = readFileSync(path, 'utf8').trim()
  // If the secret were empty, anyone could sign session tokens. A new secret would sign everyone out, so the
  // operator has to delete the empty file.
  if (secret === '')
    throw new Error(
      'it is empty; delete the file to get a new secret, and everyone has to sign in again',
    )
  return secret
}

/** Stores a new secret, or that of a backup. Sessions that the previous secret has signed end. */
export const replaceSecret = (path: string, secret: string): void => {
  // The temporary file is renamed, so that the final file is never half-written.
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Derives the secret of other cookies, so that none of them is taken for a session. */
export const deriveSecret = (secret: string, use: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', use, 32)).toString('base64url')

export const makeId = () => randomBytes(24).toString('base64url')

/**
 * The form in which the database stores tokens and codes, so that a stolen copy of it opens nothing. All of them have at
 * least 128 random bits, so nobody can guess one from a hash without salt.
 */
export const digestOf = (token: string): string => hash('sha256', token)

/** With a `KeyObject`, a signature takes 6 instead of 10 µs. */
export const signToken = (token: string, secret: KeyObject | string): string =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

export const verifyToken = (signed: string, secret: KeyObject | string): string | undefined => {
  const token = signed.slice(0, signed.indexOf('.'))
  if (token === '' || signed.length > 256) return undefined
  const given = Buffer.from(signed)
  const expected = Buffer.from(signToken(token, secret))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return token
}
