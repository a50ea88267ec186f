import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { type Statement, toText } from '../../database/statements.ts'
import { makeId } from './session-secret.ts'

// Stored hashes need exactly these parameters.
const cost = { N: 16_384, r: 16, p: 1 }
const options = { ...cost, maxmem: 2 * 128 * cost.N * cost.r }

const toKey = (password: string, salt: string) =>
  scryptSync(password.normalize('NFKC'), salt, 64, options)

/** Returns the salt and the key, both in hexadecimal digits, with a colon between them. */
export const hashPassword = (password: string): string => {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${toKey(password, salt).toString('hex')}`
}

export const isPassword = (password: string, hash: string): boolean => {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const given = toKey(password, salt)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

// Passwords and links to people at a provider are in one table, so they get the same rules.
export const passwordProvider = 'credential'

/** The issuer follows this prefix, because the same subject at two issuers stands for two people. */
export const linkPrefix = 'oidc:'

interface NewPassword {
  userId: string
  hash: string
  now: number
}

export const insertPassword = ({ userId, hash, now }: NewPassword): Statement => ({
  text: `INSERT INTO "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    VALUES ($1, $2, '${passwordProvider}', $2, $3, $4, $4)`,
  values: [makeId(), userId, hash, toText(now)],
})

/** Returns no row when the account has a password already. */
export const insertPasswordIfNone = (wish: NewPassword): Statement => {
  const { text, values } = insertPassword(wish)
  return { text: `${text} ON CONFLICT DO NOTHING RETURNING "id"`, ...(values && { values }) }
}

export const replacePassword = ({ userId, hash, now }: NewPassword): Statement => ({
  text: `UPDATE "account" SET "password" = $2, "updatedAt" = $3
    WHERE "userId" = $1 AND "providerId" = '${passwordProvider}'`,
  values: [userId, hash, toText(now)],
})
