import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountsDatabase } from '../../identity/local-accounts.ts'
import type { Log } from '../../ports.ts'
import { generateSecret } from '../local/session-secret.ts'
import { createPostgres, type Postgres, type Query, type Row } from './database.ts'
import { postgresSchema } from './schema.ts'

/** Any number that no other program takes for its advisory locks. */
const migrationLock = 4_610_731_002

/**
 * Opens the accounts database of many replicas, and brings its tables up to date. A database that is
 * still starting, as when all is started together, is waited for.
 */
export const openPostgresAccounts = async (
  url: string,
  log: Log,
  waitMs = 15_000,
): Promise<Postgres> => {
  const postgres = createPostgres(url, log)
  const until = performance.now() + waitMs
  try {
    while (!(await isThere(postgres, performance.now() > until))) {
      log.warn({}, 'PostgreSQL does not answer yet')
      await sleep(500)
    }
    await postgres.transaction(migrate)
    return postgres
  } catch (error) {
    await postgres.close()
    throw error
  }
}

const isThere = ({ query }: Postgres, isLast: boolean) =>
  query('SELECT 1').then(
    () => true,
    (error: unknown) => {
      if (isLast || (error as { code?: unknown }).code !== 'BUSY') throw error
      return false
    },
  )

/** Each step of the schema runs once; who starts at the same time waits for the lock. */
const migrate = async (query: Query) => {
  await query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await query('CREATE TABLE IF NOT EXISTS "fresco" ("key" text primary key, "value" text not null)')
  const [row] = await query(`SELECT "value" FROM "fresco" WHERE "key" = 'schema'`)
  const done = Number(row?.value ?? 0)
  for (const step of postgresSchema.slice(done))
    for (const statement of step.split(';').filter((text) => text.trim() !== ''))
      await query(statement)
  await query(
    `INSERT INTO "fresco" VALUES ('schema', $1) ON CONFLICT ("key") DO UPDATE SET "value" = $1`,
    [String(Math.max(done, postgresSchema.length))],
  )
}

/** The secret that signs session tokens: in the database, so that every replica has the same. */
export const readOrCreateSharedSecret = async ({ query }: Postgres): Promise<string> => {
  await query(`INSERT INTO "fresco" VALUES ('secret', $1) ON CONFLICT DO NOTHING`, [
    generateSecret(),
  ])
  const [row] = await query(`SELECT "value" FROM "fresco" WHERE "key" = 'secret'`)
  return String(row?.value)
}

export const createPostgresAccounts = ({ query }: Postgres): AccountsDatabase => ({
  findSession: async (token) => {
    const [row] = await query(
      'SELECT "userId", "expiresAt", "updatedAt" FROM "session" WHERE "token" = $1',
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
  deleteExpiredSessions: async (before) => {
    await query('DELETE FROM "session" WHERE "expiresAt" < $1', [new Date(before)])
  },
  deleteUnfinished: async (of) => {
    const unfinished = 'DELETE FROM "user" WHERE "id" NOT IN (SELECT "userId" FROM "account")'
    if ('username' in of) await query(`${unfinished} AND "username" = $1`, [of.username])
    else await query(`${unfinished} AND "createdAt" < $1`, [new Date(of.createdBefore)])
  },
  findAccount: async (by) => {
    const [column, value] = 'id' in by ? ['id', by.id] : ['username', by.username]
    // PostgreSQL has no text with a NUL in it, so neither has anybody's name.
    if (value.includes('\0')) return undefined
    const text = `SELECT "id", "username", "name" FROM "user" WHERE "${column}" = $1`
    const [row] = await query(text, [value])
    return row && { id: String(row.id), username: String(row.username), name: String(row.name) }
  },
})

const toSession = ({ userId, expiresAt, updatedAt }: Row) => ({
  userId: String(userId),
  expiresAt: Number(expiresAt),
  updatedAt: Number(updatedAt),
})
