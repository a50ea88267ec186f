import type { Row, RunStatements, Statement } from '../../database/statements.ts'
import { insertPasswordIfNone } from './account-rows.ts'

/** An account as its operator sees it. Times are ISO 8601 texts in UTC. */
export interface AccountOverview {
  id: string
  username: string
  name: string
  createdAt: string
  /** The day on which a session of the account was used last. `null` when the account has no session. */
  lastUsedAt: string | null
  sessions: number
  favorites: number
  isBlocked: boolean
  isAdministrator: boolean
}

export interface SessionOverview {
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  device: string
}

export type Administration = ReturnType<typeof createAdministration>

/**
 * What an operator can do with the accounts of this server. Each change takes effect at once on all replicas, because
 * no replica caches sessions.
 */
export const createAdministration = (run: RunStatements) => {
  const ask = async (statement: Statement) => (await run([statement]))[0] ?? []
  const now = () => new Date().toISOString()
  const endSessionsOf = (id: string): Statement => ({
    text: `DELETE FROM "session" WHERE "userId" = $1 RETURNING "id"`,
    values: [id],
  })

  return {
    list: async () =>
      (await ask({ text: `${overview} ORDER BY "username"`, values: [now()] })).map(toOverview),
    find: async (username: string): Promise<AccountOverview | undefined> => {
      const text = `${overview} WHERE "user"."username" = $2`
      return (await ask({ text, values: [now(), username] })).map(toOverview)[0]
    },
    listSessions: async (id: string) =>
      (await ask({ text: sessionsOf, values: [id, now()] })).map(toSession),
    endSessions: async (id: string) => (await ask(endSessionsOf(id))).length,
    block: async (id: string) => {
      await run([{ text: add('blocked'), values: [id] }, endSessionsOf(id)])
    },
    unblock: async (id: string) => {
      await ask({ text: 'DELETE FROM "blocked" WHERE "userId" = $1', values: [id] })
    },
    promote: async (id: string) => {
      await ask({ text: add('administrator'), values: [id] })
    },
    demote: async (id: string) => {
      await ask({ text: 'DELETE FROM "administrator" WHERE "userId" = $1', values: [id] })
    },
    setPassword: async (id: string, hash: string) => {
      await run([
        { text: changePassword, values: [id, hash, now()] },
        insertPasswordIfNone({ userId: id, hash, now: Date.now() }),
        endSessionsOf(id),
      ])
    },
  }
}

const countOf = (table: string, condition = '') =>
  `(SELECT count(*) FROM "${table}" WHERE "${table}"."userId" = "user"."id" ${condition})`

const overview = `
  SELECT "id", "username", "name", "createdAt",
    ${countOf('session', 'AND "expiresAt" > $1')} AS "sessions",
    (SELECT max("updatedAt") FROM "session" WHERE "userId" = "user"."id") AS "lastUsedAt",
    ${countOf('favorite')} AS "favorites",
    ${countOf('blocked')} AS "isBlocked",
    ${countOf('administrator')} AS "isAdministrator"
  FROM "user"`

const sessionsOf = `
  SELECT "createdAt", "updatedAt", "expiresAt", "userAgent" FROM "session"
  WHERE "userId" = $1 AND "expiresAt" > $2 ORDER BY "updatedAt" DESC`

const changePassword = `
  UPDATE "account" SET "password" = $2, "updatedAt" = $3
  WHERE "userId" = $1 AND "providerId" = 'credential'`

const add = (table: 'blocked' | 'administrator') =>
  `INSERT INTO "${table}" ("userId") VALUES ($1) ON CONFLICT DO NOTHING`

const toOverview = (row: Row): AccountOverview => ({
  id: String(row.id),
  username: String(row.username),
  name: String(row.name),
  createdAt: toTime(row.createdAt),
  lastUsedAt: row.lastUsedAt === null ? null : toTime(row.lastUsedAt).slice(0, 10),
  sessions: Number(row.sessions),
  favorites: Number(row.favorites),
  isBlocked: Number(row.isBlocked) > 0,
  isAdministrator: Number(row.isAdministrator) > 0,
})

const toSession = (row: Row): SessionOverview => ({
  createdAt: toTime(row.createdAt),
  lastUsedAt: toTime(row.updatedAt),
  expiresAt: toTime(row.expiresAt),
  device: String(row.userAgent ?? ''),
})

// PostgreSQL returns a Date, and SQLite a text.
const toTime = (value: unknown) =>
  (value instanceof Date ? value : new Date(String(value))).toISOString()
