import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { DomainError } from '../domain-error.ts'
import {
  type ApplyRequests,
  createCoalescedStore,
  createCoalescer,
} from '../favorites/coalesced-store.ts'
import { compareLists, fitsInAccount } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { throwDomainError } from './database-failure.ts'
import { SharedDatabase, type SharedDatabaseOptions } from './shared-database.ts'
import type { RunStatements, Statement } from './statements.ts'
import { accountTables, missingSteps } from './tables.ts'

/** @throws Error when the file cannot be opened, or when a newer version of Fresco made it */
export const openSqliteAccounts = (
  path: string,
  options: SharedDatabaseOptions = {},
): SharedDatabase => {
  mkdirSync(dirname(path), { recursive: true })
  // The database file holds hashes of passwords, so only its owner may read it. SQLite gives its -wal and -shm files the
  // same permissions.
  closeSync(openSync(path, 'a', 0o600))
  const database = new SharedDatabase(path, options)
  try {
    database.exec('PRAGMA journal_mode = WAL')
    // With `synchronous = FULL`, a change that the client knows to be stored also survives a power cut.
    database.exec('PRAGMA synchronous = FULL')
    migrate(database)
    database.share()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const migrate = (database: DatabaseSync) => {
  // A server with an up-to-date database starts even while another process holds the write lock.
  if (findMissingSteps(database).length === 0) return
  inTransaction(database, () => {
    for (const step of findMissingSteps(database)) database.exec(step)
    database.exec(`PRAGMA user_version = ${sqliteAccountsVersion}`)
  })
}

const findMissingSteps = (database: DatabaseSync) =>
  missingSteps(
    sqliteAccountsSchema,
    Number(database.prepare('PRAGMA user_version').get()?.user_version),
  )

/**
 * Runs `work` in a SQLite transaction. `work` must be synchronous, because any statement that runs in between would
 * join the transaction.
 */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some errors, SQLite has already rolled back the transaction, and a second ROLLBACK would fail.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * The migration steps of the SQLite database, oldest first. A released step must never change. To change the tables,
 * add a new step at the end.
 */
const sqliteAccountsSchema: readonly string[] = [
  `${accountTables('date')}
  create table "favorite" (
    "userId" text not null references "user" ("id") on delete cascade,
    "wallpaperId" text not null,
    "position" integer not null,
    primary key ("userId", "wallpaperId")
  ) without rowid;
  create unique index "favorite_position_idx" on "favorite" ("userId", "position");
  `,
]

export const sqliteAccountsVersion = sqliteAccountsSchema.length

const maxPrepared = 200

export const createSqliteStatements = (database: SharedDatabase): RunStatements => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    const known = prepared.get(text) ?? database.prepare(text)
    // The text of some statements depends on the number of their values.
    if (prepared.size >= maxPrepared) prepared.clear()
    prepared.set(text, known)
    return known
  }
  const run = ({ text, values = [], orThrow }: Statement) => {
    const named: Record<string, string | number | null> = {}
    for (const [at, value] of values.entries()) named[`$${at + 1}`] = value
    const rows = prepare(text).all(named)
    if (rows.length === 0 && orThrow) throw orThrow()
    return rows
  }
  const read = (statement: Statement) => {
    if (!statement.isCached) return run(statement)
    return database.remember(statement.text + statement.values?.join(), () => run(statement))
  }
  const write = (statements: readonly Statement[]) => {
    try {
      return statements.length === 1
        ? statements.map(run)
        : inTransaction(database, () => statements.map(run))
    } finally {
      database.forget()
    }
  }
  return (statements, { atOnce = false } = {}) => {
    const isReading = statements.every(({ text }) => /^\s*select\b/i.test(text))
    const method = isReading ? 'read' : atOnce ? 'tryWrite' : 'write'
    const isOneRead = isReading && statements.length === 1
    return database[method](() => (isOneRead ? statements.map(read) : write(statements))).catch(
      throwDomainError,
    )
  }
}

interface Update {
  userId: string
  apply: ApplyRequests
}

/**
 * Stores favorites in SQLite. All changes that arrive in one turn of the event loop, of whatever user, share one
 * transaction and one wait for the disk.
 */
export const createSqliteFavorites = (database: SharedDatabase): FavoritesStore => {
  const { list, updateAll } = prepare(database)
  const commits = createCoalescer((_: string, updates: readonly Update[]) =>
    database.write(() => updateAll(updates)).catch(throwDomainError),
  )
  const { replace, change } = createCoalescedStore({
    list,
    updateList: async (userId, apply) => {
      const stored = await commits.submit('all users', { userId, apply })
      if (stored === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      return stored
    },
  })
  return { list, replace, change }
}

const prepare = (database: SharedDatabase) => {
  const user = database.prepare('SELECT 1 FROM "user" WHERE "id" = ?')
  // Reading a list as one row of JSON takes a third of the time.
  const select = database.prepare(`
    SELECT json_group_array("wallpaperId") AS "ids" FROM (
      SELECT "wallpaperId" FROM "favorite" WHERE "userId" = ? ORDER BY "position")`)
  const remove = database.prepare(`
    DELETE FROM "favorite" WHERE "userId" = ? AND "wallpaperId" IN (SELECT value FROM json_each(?))`)
  const add = database.prepare(`
    INSERT INTO "favorite" ("userId", "wallpaperId", "position")
    SELECT $user, value, key + 1 +
      (SELECT coalesce(max("position"), 0) FROM "favorite" WHERE "userId" = $user)
    FROM json_each($ids)`)

  const read = (userId: string): readonly string[] =>
    database.remember(keyOf(userId), () => JSON.parse(String(select.get(userId)?.ids)))

  /** Returns `undefined` when the user does not exist. */
  const update = ({ userId, apply }: Update): readonly string[] | undefined => {
    if (user.get(userId) === undefined) return undefined
    const stored = read(userId)
    const list = apply(stored, fitsInAccount)
    const { removed, added } = compareLists(stored, list)
    if (removed.length > 0) remove.run(userId, JSON.stringify(removed))
    if (added.length > 0) add.run({ $user: userId, $ids: JSON.stringify(added) })
    database.forget(keyOf(userId))
    // Until the transaction ends, no other process can write.
    return database.remember(keyOf(userId), () => list)
  }

  return {
    list: (userId: string) => database.read(() => read(userId)).catch(throwDomainError),
    updateAll: (updates: readonly Update[]) => {
      try {
        return inTransaction(database, () => {
          database.forgetForeign()
          return updates.map(update)
        })
      } catch (error) {
        database.forget()
        throw error
      }
    },
  }
}

const keyOf = (userId: string) => `favorites of ${userId}`
