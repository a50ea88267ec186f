import type { Favorite } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { serverOf, toOwner } from '../favorites/owner.ts'
import type { Backup } from './backup.ts'

interface RestoreDeps {
  store: Pick<FavoritesStore, 'read' | 'record'>
  now?: () => number
}

/**
 * Adds the favorites of a backup to those that are here; none is lost. Those of another server become
 * nobody's there, and the account's when the person signs in. Resolves with how many are new.
 */
export const restoreFavorites = async (
  { server, list }: Backup['favorites'],
  { store, now = Date.now }: RestoreDeps,
): Promise<number> => {
  const shelf = await store.read()
  const isHere = serverOf(shelf.owner) === server
  const owner = isHere ? shelf.owner : toOwner(server)
  const known = new Set(isHere ? shelf.favorites.map(({ id }) => id) : [])
  const fresh = list.filter(({ id }: Favorite) => !known.has(id))
  const start = now()
  for (const [index, favorite] of fresh.entries()) {
    await store.record({ action: 'add', favorite, at: start + index, owner })
  }
  return fresh.length
}
