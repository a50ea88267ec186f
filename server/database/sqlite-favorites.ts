import { DomainError } from '../domain-error.ts'
import {
  type ApplyRequests,
  createCoalescedStore,
  createCoalescer,
} from '../favorites/coalesced-store.ts'
import { compareLists, fitsInAccount } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { throwDomainError } from './database-failure.ts'
import type { SharedDatabase } from './shared-database.ts'
import { inTransaction } from './sqlite.ts'

interface Update {
  userId: string
  apply: ApplyRequests
}

/**
 * Stores favorites in SQLite. All changes that arrive in one turn of the event loop, of whatever user, share one
 * transaction and one wait for the disk.
 */
export const createSqliteFavorites = (database: SharedDatabase): FavoritesStore => {
  const { list, update } = prepare(database)
  const commits = createCoalescer(
    (_: string, updates: readonly Update[]) =>
      database
        .write(() => inTransaction(database, () => updates.map(update)))
        .catch(throwDomainError),
    setImmediate,
  )
  const { replace, change } = createCoalescedStore({
    list,
    updateList: async (userId, apply) => {
      const stored = await commits.submit('all users', { userId, apply })
      if (stored === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      return stored
    },
    defer: setImmediate,
  })
  return { list, replace, change }
}

const prepare = (database: SharedDatabase) => {
  const user = database.prepare('SELECT 1 FROM "user" WHERE "id" = ?')
  const select = database.prepare(
    'SELECT "wallpaperId" FROM "favorite" WHERE "userId" = ? ORDER BY "position"',
  )
  const remove = database.prepare(`
    DELETE FROM "favorite" WHERE "userId" = ? AND "wallpaperId" IN (SELECT value FROM json_each(?))`)
  const add = database.prepare(`
    INSERT INTO "favorite" ("userId", "wallpaperId", "position")
    SELECT $user, value, key + 1 +
      (SELECT coalesce(max("position"), 0) FROM "favorite" WHERE "userId" = $user)
    FROM json_each($ids)`)

  const read = (userId: string) => select.all(userId).map((row) => String(row.wallpaperId))

  return {
    list: (userId: string) => database.read(() => read(userId)).catch(throwDomainError),
    /** Returns `undefined` when the user does not exist. */
    update: ({ userId, apply }: Update): readonly string[] | undefined => {
      if (user.get(userId) === undefined) return undefined
      const stored = read(userId)
      const list = apply(stored, fitsInAccount)
      const { removed, added } = compareLists(stored, list)
      if (removed.length > 0) remove.run(userId, JSON.stringify(removed))
      if (added.length > 0) add.run({ $user: userId, $ids: JSON.stringify(added) })
      return list
    },
  }
}
