import { type Statement, toText } from '../../database/statements.ts'
import { makeId } from './session-secret.ts'

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
