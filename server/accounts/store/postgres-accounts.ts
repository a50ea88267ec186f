import { createPostgresStatements, type Postgres } from '../../database/postgres.ts'
import type { Row } from '../../database/statements.ts'
import { isBlocked } from '../../database/tables.ts'
import type { AccountsDatabase } from '../local-accounts.ts'
import { createOwnAccountQueries } from './own-account.ts'
import { generateSecret } from './session-secret.ts'

/**
 * Reads or creates the secret that signs session tokens. It is stored in PostgreSQL, so that all replicas share it.
 */
export const readOrCreateSharedSecret = async ({ query }: Postgres): Promise<string> => {
  await query(`INSERT INTO "fresco" VALUES ('secret', $1) ON CONFLICT DO NOTHING`, [
    generateSecret(),
  ])
  const [row] = await query(`SELECT "value" FROM "fresco" WHERE "key" = 'secret'`)
  return String(row?.value)
}

export const createPostgresAccounts = (postgres: Postgres): AccountsDatabase => {
  const { query } = postgres
  return {
    ...createOwnAccountQueries(createPostgresStatements(postgres)),
    findSession: async (token) => {
      const [row] = await query(
        `SELECT "userId", "expiresAt", "updatedAt" FROM "session"
       WHERE "token" = $1 AND NOT ${isBlocked('"session"."userId"')}`,
        [token],
      )
      return row && toSession(row)
    },
    extendSession: async (token, { updatedAt, expiresAt }) => {
      await query('UPDATE "session" SET "updatedAt" = $2, "expiresAt" = $3 WHERE "token" = $1', [
        token,
        new Date(updatedAt),
        new Date(expiresAt),
      ])
    },
    deleteSession: async (token) => {
      await query('DELETE FROM "session" WHERE "token" = $1', [token])
    },
    deleteOtherSessions: async (userId, token) => {
      await query('DELETE FROM "session" WHERE "userId" = $1 AND "token" <> $2', [userId, token])
    },
    deleteOldestSessions: async (userId, keep) => {
      await query(
        'DELETE FROM "session" WHERE "id" IN (SELECT "id" FROM "session" WHERE "userId" = $1 ORDER BY "updatedAt" DESC OFFSET $2)',
        [userId, keep],
      )
    },
    deleteExpiredSessions: async (before) => {
      await query('DELETE FROM "session" WHERE "expiresAt" < $1', [new Date(before)])
    },
    findAccount: async (by) => {
      const [column, value] = 'id' in by ? ['id', by.id] : ['username', by.username]
      // PostgreSQL cannot store a NUL character in text and would refuse the query, so no account has a NUL in its id
      // or username.
      if (value.includes('\0')) return undefined
      const text = `SELECT "id", "username", "name", ${isBlocked('"id"')} AS "isBlocked"
      FROM "user" WHERE "${column}" = $1`
      const [row] = await query(text, [value])
      return row && toAccount(row)
    },
  }
}

const toAccount = ({ id, username, name, isBlocked }: Row) => ({
  id: String(id),
  username: String(username),
  name: String(name),
  isBlocked: isBlocked === true,
})

const toSession = ({ userId, expiresAt, updatedAt }: Row) => ({
  userId: String(userId),
  expiresAt: Number(expiresAt),
  updatedAt: Number(updatedAt),
})
