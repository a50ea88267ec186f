import type { DatabaseSync } from 'node:sqlite'
import { DomainError } from '../domain-error.ts'
import { createCoalescer } from '../favorites/coalesced-store.ts'
import {
  type FavoritesOperation,
  type FavoritesRequest,
  favoritesFull,
  fitsInAccount,
  noLongerAwaited,
  withoutRepeats,
} from '../favorites/favorites.ts'
import type { FavoritesStore, IsAwaited } from '../favorites/favorites-store.ts'
import { throwDomainError, toDomainError } from './database-failure.ts'
import type { SharedDatabase } from './shared-database.ts'
import { inTransaction } from './sqlite.ts'

type Task = FavoritesRequest & { userId: string }

/**
 * Stores favorites in SQLite. All changes that arrive in one turn of the event loop, of whatever user, share one
 * transaction and one wait for the disk.
 */
export const createSqliteFavorites = (database: SharedDatabase): FavoritesStore => {
  const { list, apply } = prepare(database)
  const coalescer = createCoalescer(async (_: string, tasks: readonly Task[]) => {
    const runAll = () => tasks.map((task) => attempt(() => apply(task)))
    return database.write(() => inTransaction(database, runAll)).catch(throwDomainError)
  }, setImmediate)
  const submit = async (
    userId: string,
    operation: FavoritesOperation,
    isAwaited: IsAwaited = () => true,
  ) => {
    const outcome = await coalescer.submit('all users', { userId, operation, isAwaited })
    if ('error' in outcome) throw toRefusal(outcome.error)
    return outcome.list
  }
  return {
    list: (userId) => database.read(() => list(userId)).catch(throwDomainError),
    replace: (userId, ids, isAwaited) => submit(userId, { action: 'replace', ids }, isAwaited),
    change: submit,
  }
}

const prepare = (database: DatabaseSync) => {
  const select = database.prepare(
    'SELECT "wallpaperId" FROM "favorite" WHERE "userId" = ? ORDER BY "position"',
  )
  const insert = database.prepare(`
    INSERT INTO "favorite" ("userId", "wallpaperId", "position")
    SELECT $user, $id, coalesce(max("position"), 0) + 1 FROM "favorite" WHERE "userId" = $user
    ON CONFLICT ("userId", "wallpaperId") DO NOTHING`)
  const remove = database.prepare('DELETE FROM "favorite" WHERE "userId" = ? AND "wallpaperId" = ?')
  const clear = database.prepare('DELETE FROM "favorite" WHERE "userId" = ?')
  const fill = database.prepare(`
    INSERT INTO "favorite" ("userId", "wallpaperId", "position")
    SELECT $user, value, key FROM json_each($ids)`)

  const list = (userId: string) => select.all(userId).map((row) => String(row.wallpaperId))

  const add = (userId: string, id: string) => {
    insert.run({ $user: userId, $id: id })
    const after = list(userId)
    if (fitsInAccount(after)) return after
    // Removes the favorite that exceeded the limit. The transaction is not rolled back, because it also holds
    // changes of other users.
    remove.run(userId, id)
    throw favoritesFull()
  }
  const replace = (userId: string, ids: readonly string[]) => {
    const distinct = withoutRepeats(ids)
    if (!fitsInAccount(distinct)) throw favoritesFull()
    clear.run(userId)
    fill.run({ $user: userId, $ids: JSON.stringify(distinct) })
    return distinct
  }
  const apply = ({ userId, operation, isAwaited }: Task): readonly string[] => {
    if (!isAwaited()) throw noLongerAwaited()
    if (operation.action === 'replace') return replace(userId, operation.ids)
    if (operation.action === 'add') return add(userId, operation.id)
    remove.run(userId, operation.id)
    return list(userId)
  }
  return { list, apply }
}

// Returns an error that concerns one change, such as a full list of favorites. A failure of the database, such as a
// full disk, is thrown and rolls back the changes of all users.
const attempt = <T>(work: () => T): { list: T } | { error: unknown } => {
  try {
    return { list: work() }
  } catch (error) {
    if (error instanceof DomainError || errcodeOf(error) === foreignKey) return { error }
    throw error
  }
}

const errcodeOf = (error: unknown) => (error as { errcode?: number }).errcode ?? 0

const foreignKey = 787 // SQLITE_CONSTRAINT_FOREIGNKEY

const toRefusal = (error: unknown) =>
  errcodeOf(error) === foreignKey
    ? new DomainError('UNAUTHORIZED', 'Unauthorized', { cause: error })
    : toDomainError(error)
