import { DomainError } from '../domain-error.ts'
import { type ApplyRequests, createCoalescedStore } from '../favorites/coalesced-store.ts'
import { compareLists, fitsInAccount } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import type { Postgres, Query } from './postgres.ts'

/**
 * Stores favorites in PostgreSQL. Changes by the same user wait for one another in memory, so that one user never
 * takes every database connection.
 */
export const createPostgresFavorites = (postgres: Postgres): FavoritesStore =>
  createCoalescedStore({
    list: (userId) => readList(postgres.query, userId),
    updateList: (userId, apply) =>
      postgres.transaction((query) => updateList(query, userId, apply)),
    defer: setImmediate,
  })

const updateList = async (query: Query, userId: string, apply: ApplyRequests) => {
  const [user] = await query('SELECT 1 FROM "user" WHERE "id" = $1 FOR NO KEY UPDATE', [userId])
  if (user === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
  const stored = await readList(query, userId)
  const list = apply(stored, fitsInAccount)
  const { removed, added } = compareLists(stored, list)
  if (removed.length > 0)
    await query('DELETE FROM "favorite" WHERE "userId" = $1 AND "wallpaperId" = ANY ($2)', [
      userId,
      removed,
    ])
  if (added.length > 0)
    await query(
      `INSERT INTO "favorite" ("userId", "wallpaperId", "position")
       SELECT $1, "id", "n" + (SELECT coalesce(max("position"), 0) FROM "favorite" WHERE "userId" = $1)
       FROM unnest($2::text[]) WITH ORDINALITY AS "row" ("id", "n")`,
      [userId, added],
    )
  return list
}

const readList = async (query: Query, userId: string) => {
  const text = 'SELECT "wallpaperId" FROM "favorite" WHERE "userId" = $1 ORDER BY "position"'
  return (await query(text, [userId])).map(({ wallpaperId }) => String(wallpaperId))
}
