import {
  askWith,
  type Row,
  type RunStatements,
  type Statement,
  toTime,
} from '../../database/statements.ts'
import { insertPasswordIfNone, replacePassword } from './passwords.ts'
import { lockUser } from './users.ts'

/** An account as its operator sees it. Times are ISO 8601 texts in UTC. */
export type AccountOverview = ReturnType<typeof toOverview>

/**
 * The actions of an operator on the accounts of this server. Each change takes effect at once on all replicas, because
 * no replica caches sessions.
 */
export const createAdministration = (run: RunStatements) => {
  const ask = askWith(run)
  const now = () => new Date().toISOString()
  const endSessionsOf = (id: string): Statement => ({
    text: `DELETE FROM "session" WHERE "userId" = $1 RETURNING "id"`,
    values: [id],
  })

  return {
    list: async () => (await ask(`${overview} ORDER BY "username"`, now())).map(toOverview),
    find: async (username: string): Promise<AccountOverview | undefined> => {
      const [row] = await ask(`${overview} WHERE "user"."username" = $2`, now(), username)
      return row && toOverview(row)
    },
    block: async (id: string) => {
      await run([lockUser(id), { text: add('blocked'), values: [id] }, endSessionsOf(id)])
    },
    unblock: (id: string) => ask('DELETE FROM "blocked" WHERE "userId" = $1', id),
    promote: (id: string) => ask(add('administrator'), id),
    demote: (id: string) => ask('DELETE FROM "administrator" WHERE "userId" = $1', id),
    setPassword: async (id: string, hash: string) => {
      const wish = { userId: id, hash, now: Date.now() }
      await run([
        lockUser(id),
        replacePassword(wish),
        insertPasswordIfNone(wish),
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

const add = (table: 'blocked' | 'administrator') =>
  `INSERT INTO "${table}" ("userId") VALUES ($1) ON CONFLICT DO NOTHING`

const toOverview = (row: Row) => ({
  id: String(row.id),
  username: String(row.username),
  name: String(row.name),
  createdAt: toShown(row.createdAt),
  /** The day on which a session of the account was used last. `null` when the account has no session. */
  lastUsedAt: row.lastUsedAt === null ? null : toShown(row.lastUsedAt).slice(0, 10),
  sessions: Number(row.sessions),
  favorites: Number(row.favorites),
  isBlocked: Number(row.isBlocked) > 0,
  isAdministrator: Number(row.isAdministrator) > 0,
})

const toShown = (value: unknown) => new Date(toTime(value)).toISOString()
