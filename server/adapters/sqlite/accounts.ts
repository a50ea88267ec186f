import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AccountsDatabase } from '../../identity/local-accounts.ts'
import { toDomainError } from '../database-failure.ts'
import { accountTables } from '../local/account-tables.ts'

export const openSqliteAccounts = (path: string): DatabaseSync => {
  mkdirSync(dirname(path), { recursive: true })
  // The file holds session tokens, so only its owner may read it. SQLite copies the mode to its -wal and -shm files.
  closeSync(openSync(path, 'a', 0o600))
  // SQLite blocks this process while another one writes, for at most this long.
  const database = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true })
  // With FULL, a change that was answered also survives a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  migrate(database)
  return database
}

const migrate = (database: DatabaseSync) => {
  inTransaction(database, () => {
    const done = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    for (const step of sqliteAccountsSchema.slice(done)) database.exec(step)
    database.exec(`PRAGMA user_version = ${Math.max(done, sqliteAccountsSchema.length)}`)
  })
}

/** `work` must be synchronous, because statements that run meanwhile would join the transaction. */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some errors SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Each entry is a migration step. Released steps must never change, so a change is a new last step. */
const sqliteAccountsSchema: readonly string[] = [
  accountTables({ flag: 'integer', time: 'date', timeOfInsert: 'date' }),
  `
  create table "favorite" (
    "userId" text not null references "user" ("id") on delete cascade,
    "wallpaperId" text not null,
    "position" integer not null,
    primary key ("userId", "wallpaperId")
  ) without rowid;
  create unique index "favorite_position_idx" on "favorite" ("userId", "position");
  `,
]

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

// better-auth stores times as ISO 8601 text in UTC, which sorts by time.
const toText = (time: number) => new Date(time).toISOString()
