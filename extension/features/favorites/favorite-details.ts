import { inParallel } from '../../remote/limits.ts'
import { type Favorite, isComplete } from './favorites.ts'
import type { FavoritesClient } from './favorites-client.ts'
import { confirmedItems } from './favorites-items.ts'
import { readWho, type WhoDeps } from './who.ts'

const atOnce = 4

type DetailsDeps = WhoDeps & { client: Pick<FavoritesClient, 'describe'> }

/**
 * Finds out what the wallpapers are that another device has hearted, the newest first. Those that the
 * catalogue did not have are asked for again: it may have been incomplete.
 */
export const createLookUp = (deps: DetailsDeps) => async (): Promise<void> => {
  const { server, owner } = await readWho(deps)
  const confirmed = confirmedItems.of(owner)
  const bare = (await confirmed.read()).filter((favorite) => !isComplete(favorite))
  let isDead = false
  await inParallel(
    bare.toReversed(),
    atOnce,
    async ({ id }) => {
      const found = await deps.client.describe(server, id)
      isDead ||= !found
      if (found) await confirmed.update((list) => replace(list, found))
    },
    () => isDead,
  )
}

/** The same list when nothing was learned. */
const replace = (list: Favorite[], found: Favorite): Favorite[] => {
  const isNews = list.some(({ id, isGone }) => id === found.id && isGone !== found.isGone)
  if (!isNews && !isComplete(found)) return list
  return list.map((favorite) => (favorite.id === found.id ? found : favorite))
}
