import { randomBytes } from 'node:crypto'
import type { Statement } from '../../database/statements.ts'
import { toEmail } from '../../database/tables.ts'
import { sessionLifeMs } from './identity.ts'

// The rows that better-auth would write.

export const makeId = () => randomBytes(24).toString('base64url')

export const passwordProvider = 'credential'

/** The issuer follows this prefix, because the same subject at two issuers stands for two people. */
export const linkPrefix = 'oidc:'

interface NewUser {
  id: string
  username: string
  name: string
  now: number
}

export const insertUser = ({ id, username, name, now }: NewUser): Statement => ({
  text: `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt", "username")
    VALUES ($1, $2, $3, false, $4, $4, $5)`,
  values: [id, name, toEmail(username), toText(now), username],
})

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

interface NewSession {
  token: string
  userId: string
  device: string
  now: number
}

export const insertSession = ({ token, userId, device, now }: NewSession): Statement => ({
  text: `INSERT INTO "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent")
    VALUES ($1, $2, $3, $4, $5, $5, '', $6)`,
  values: [makeId(), token, userId, toText(now + sessionLifeMs), toText(now), device],
})

const toText = (time: number) => new Date(time).toISOString()
