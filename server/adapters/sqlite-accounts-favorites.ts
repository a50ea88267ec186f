import type { DatabaseSync } from 'node:sqlite'
import { DomainError } from '../domain-error.ts'
import { favoritesFull, maxFavorites, withoutRepeats } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { inTransaction } from './sqlite-accounts.ts'

/** Favorites in a table of the accounts database: one row each, so that changes never collide. */
export const createSqliteFavorites = (database: DatabaseSync): FavoritesStore => {
  const select = database.prepare(
    'SELECT "wallpaperId" FROM "favorite" WHERE "userId" = ? ORDER BY "position"',
  )
  const add = database.prepare(`
    INSERT INTO "favorite" ("userId", "wallpaperId", "position")
    SELECT $user, $id, coalesce(max("position"), 0) + 1 FROM "favorite" WHERE "userId" = $user
    ON CONFLICT ("userId", "wallpaperId") DO NOTHING`)
  const remove = database.prepare('DELETE FROM "favorite" WHERE "userId" = ? AND "wallpaperId" = ?')
  const clear = database.prepare('DELETE FROM "favorite" WHERE "userId" = ?')
  const fill = database.prepare(`
    INSERT INTO "favorite" ("userId", "wallpaperId", "position")
    SELECT $user, value, key FROM json_each($ids)`)

  const list = (userId: string) => select.all(userId).map((row) => String(row.wallpaperId))
  const write = async (work: () => readonly string[]) => {
    try {
      return inTransaction(database, work)
    } catch (error) {
      throw toDomainError(error)
    }
  }

  return {
    list: async (userId) => list(userId),
    replace: (userId, ids) =>
      write(() => {
        const distinct = withoutRepeats(ids)
        if (distinct.length > maxFavorites) throw favoritesFull()
        clear.run(userId)
        fill.run({ $user: userId, $ids: JSON.stringify(distinct) })
        return distinct
      }),
    change: (userId, { action, id }) =>
      write(() => {
        if (action === 'remove') remove.run(userId, id)
        else add.run({ $user: userId, $id: id })
        const after = list(userId)
        if (action === 'add' && after.length > maxFavorites) throw favoritesFull()
        return after
      }),
  }
}

const busyCodes = new Set([5, 6]) // SQLITE_BUSY, SQLITE_LOCKED
const foreignKey = 787 // SQLITE_CONSTRAINT_FOREIGNKEY

const toDomainError = (error: unknown) => {
  const code = (error as { errcode?: number }).errcode ?? 0
  if (code === foreignKey) return new DomainError('UNAUTHORIZED', 'Unauthorized', { cause: error })
  if (busyCodes.has(code & 0xff))
    return new DomainError('BUSY', 'Failed to fetch favorites', { cause: error })
  return error
}
