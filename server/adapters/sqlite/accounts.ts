import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AccountsDatabase } from '../../identity/local-accounts.ts'
import { toDomainError } from '../database-failure.ts'
import { sqliteAccountsSchema } from './accounts-schema.ts'

/**
 * Opens the accounts database of one machine, and brings its tables up to date. Several processes
 * may use the file at once.
 */
export const openSqliteAccounts = (path: string): DatabaseSync => {
  mkdirSync(dirname(path), { recursive: true })
  // Session tokens are in it: readable by its owner only. SQLite's side files take the same mode.
  closeSync(openSync(path, 'a', 0o600))
  // Waiting for another process stops this one: long enough for its writes, not for ever.
  const database = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true })
  // FULL: an answered change survives a power cut too, not only a crash of the process.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  migrate(database)
  return database
}

/** Each step of the schema runs once; who starts at the same time waits for the lock. */
const migrate = (database: DatabaseSync) => {
  inTransaction(database, () => {
    const done = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    for (const step of sqliteAccountsSchema.slice(done)) database.exec(step)
    database.exec(`PRAGMA user_version = ${Math.max(done, sqliteAccountsSchema.length)}`)
  })
}

/** Runs `work`, which must not wait for anything, as one transaction that may write. */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite may have rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

type Row = Record<string, string>

export const createSqliteAccounts = (database: DatabaseSync): AccountsDatabase => {
  const session = database.prepare(
    'SELECT "userId", "expiresAt", "updatedAt" FROM "session" WHERE "token" = ?',
  )
  const extend = database.prepare(
    'UPDATE "session" SET "updatedAt" = ?, "expiresAt" = ? WHERE "token" = ?',
  )
  const end = database.prepare('DELETE FROM "session" WHERE "token" = ?')
  const endOthers = database.prepare('DELETE FROM "session" WHERE "userId" = ? AND "token" <> ?')
  const endExpired = database.prepare('DELETE FROM "session" WHERE "expiresAt" < ?')
  const unfinished = 'DELETE FROM "user" WHERE "id" NOT IN (SELECT "userId" FROM "account")'
  const dropUnfinished = database.prepare(`${unfinished} AND "username" = ?`)
  const dropUnfinishedBefore = database.prepare(`${unfinished} AND "createdAt" < ?`)
  const byName = database.prepare(
    'SELECT "id", "username", "name" FROM "user" WHERE "username" = ?',
  )
  const byId = database.prepare('SELECT "id", "username", "name" FROM "user" WHERE "id" = ?')

  return {
    findSession: orBusy((token) => {
      const row = session.get(token) as Row | undefined
      return row && toSession(row)
    }),
    extendSession: orBusy((token, { updatedAt, expiresAt }) => {
      extend.run(toText(updatedAt), toText(expiresAt), token)
    }),
    deleteSession: orBusy((token) => {
      end.run(token)
    }),
    deleteOtherSessions: orBusy((userId, token) => {
      endOthers.run(userId, token)
    }),
    deleteExpiredSessions: orBusy((before) => {
      endExpired.run(toText(before))
    }),
    deleteUnfinished: orBusy((of) => {
      if ('username' in of) dropUnfinished.run(of.username)
      else dropUnfinishedBefore.run(toText(of.createdBefore))
    }),
    findAccount: orBusy((by) => {
      const row = 'id' in by ? byId.get(by.id) : byName.get(by.username)
      const { id = '', username = '', name = '' } = (row ?? {}) as Row
      return row && { id, username, name }
    }),
  }
}

/** SQLite answers at once, or fails when another process keeps the database to itself. */
const orBusy =
  <Args extends unknown[], T>(work: (...args: Args) => T) =>
  async (...args: Args): Promise<T> => {
    try {
      return work(...args)
    } catch (error) {
      throw toDomainError(error)
    }
  }

const toSession = ({ userId = '', expiresAt = '', updatedAt = '' }: Row) => ({
  userId,
  expiresAt: Date.parse(expiresAt),
  updatedAt: Date.parse(updatedAt),
})

/** The accounts library keeps times as ISO 8601 text, which sorts by time. */
const toText = (time: number) => new Date(time).toISOString()
