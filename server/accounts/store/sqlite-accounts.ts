import { throwDomainError } from '../../database/database-failure.ts'
import type { SharedDatabase } from '../../database/shared-database.ts'
import { createSqliteStatements } from '../../database/sqlite.ts'
import { isBlocked } from '../../database/tables.ts'
import type { AccountsDatabase } from '../local-accounts.ts'
import { createOwnAccountQueries } from './own-account.ts'

type Row = Record<string, string>

export const createSqliteAccounts = (database: SharedDatabase): AccountsDatabase => {
  const session = database.prepare(
    `SELECT "userId", "expiresAt", "updatedAt" FROM "session"
     WHERE "token" = ? AND NOT ${isBlocked('"session"."userId"')}`,
  )
  const extend = database.prepare(
    'UPDATE "session" SET "updatedAt" = ?, "expiresAt" = ? WHERE "token" = ?',
  )
  const end = database.prepare('DELETE FROM "session" WHERE "token" = ?')
  const endOthers = database.prepare('DELETE FROM "session" WHERE "userId" = ? AND "token" <> ?')
  const endOldest = database.prepare(
    'DELETE FROM "session" WHERE "id" IN (SELECT "id" FROM "session" WHERE "userId" = ? ORDER BY "updatedAt" DESC LIMIT -1 OFFSET ?)',
  )
  const endExpired = database.prepare('DELETE FROM "session" WHERE "expiresAt" < ?')
  const account = `SELECT "id", "username", "name", ${isBlocked('"id"')} AS "isBlocked" FROM "user"`
  const byName = database.prepare(`${account} WHERE "username" = ?`)
  const byId = database.prepare(`${account} WHERE "id" = ?`)

  const reading = orBusy((work) => database.read(work))
  const writing = orBusy((work) => database.write(work))
  const writingAtOnce = orBusy((work) => database.tryWrite(work))

  return {
    ...createOwnAccountQueries(createSqliteStatements(database)),
    findSession: reading((token) => {
      const row = session.get(token) as Row | undefined
      return row && toSession(row)
    }),
    // A session is valid without being extended, so its requests do not wait for a lock.
    extendSession: writingAtOnce((token, { updatedAt, expiresAt }) => {
      extend.run(toText(updatedAt), toText(expiresAt), token)
    }),
    deleteSession: writing((token) => {
      end.run(token)
    }),
    deleteOtherSessions: writing((userId, token) => {
      endOthers.run(userId, token)
    }),
    deleteOldestSessions: writing((userId, keep) => {
      endOldest.run(userId, keep)
    }),
    deleteExpiredSessions: writing((before) => {
      endExpired.run(toText(before))
    }),
    findAccount: reading((by) => {
      const row = 'id' in by ? byId.get(by.id) : byName.get(by.username)
      const { id = '', username = '', name = '' } = (row ?? {}) as Row
      return row && { id, username, name, isBlocked: row.isBlocked === 1 }
    }),
  }
}

const orBusy =
  (run: <T>(work: () => T) => Promise<T>) =>
  <Args extends unknown[], T>(work: (...args: Args) => T) =>
  (...args: Args): Promise<T> =>
    run(() => work(...args)).catch(throwDomainError)

const toSession = ({ userId = '', expiresAt = '', updatedAt = '' }: Row) => ({
  userId,
  expiresAt: Date.parse(expiresAt),
  updatedAt: Date.parse(updatedAt),
})

// better-auth stores times as ISO 8601 text in UTC. Sorting the text sorts the times.
const toText = (time: number) => new Date(time).toISOString()
