import { inParallel } from '../../remote/limits.ts'
import { type Checked, checkedItems } from './checked-items.ts'
import { type Favorite, isComplete } from './favorites.ts'
import type { FavoritesClient } from './favorites-client.ts'
import type { FavoritesStore } from './favorites-store.ts'
import { serverOf } from './owner.ts'

const atOnce = 4
/** As many as a person looks through; with more, each opening of the list goes on where the last ended. */
const atMost = 100
/** Two reasons to look that come at the same time are one. */
const freshMs = 1_000

interface GoneCheckDeps {
  favorites: Pick<FavoritesStore, 'read'>
  client: Pick<FavoritesClient, 'describe'>
  now?: () => number
}

/**
 * Finds out which of the favorites that this device knows have left the catalogue. It asks for those
 * first that it has not asked for the longest, and stops at a server that does not answer.
 */
export const createGoneCheck = (deps: GoneCheckDeps) => async (): Promise<void> => {
  const now = (deps.now ?? Date.now)()
  const { owner, favorites } = await deps.favorites.read()
  const server = serverOf(owner)
  const item = checkedItems.of(server)
  const checked = await item.read()
  const news: Checked = {}
  let isDead = false
  await inParallel(
    listDue(favorites, checked, now),
    atOnce,
    async ({ id }) => {
      const found = await deps.client.describe(server, id)
      isDead ||= !found
      if (found) news[id] = { at: now, isGone: found.isGone === true }
    },
    () => isDead,
  )
  await item.update((latest) => keepOnly({ ...latest, ...news }, favorites))
}

const listDue = (favorites: readonly Favorite[], checked: Checked, now: number): Favorite[] => {
  const lastAt = ({ id }: Favorite) => checked[id]?.at ?? 0
  return favorites
    .filter((favorite) => isComplete(favorite) && now - lastAt(favorite) > freshMs)
    .toReversed()
    .sort((a, b) => lastAt(a) - lastAt(b))
    .slice(0, atMost)
}

const keepOnly = (checked: Checked, favorites: readonly Favorite[]): Checked => {
  const ids = new Set(favorites.map(({ id }) => id))
  return Object.fromEntries(Object.entries(checked).filter(([id]) => ids.has(id)))
}
