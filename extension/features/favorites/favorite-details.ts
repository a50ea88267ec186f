import * as z from 'zod/mini'
import { inParallel } from '../../../shared/async.ts'
import { createStoredItems } from '../../platform/storage/stored-item.ts'
import { type Favorite, isComplete, serverOf, thisDevice } from './favorites.ts'
import type { FavoritesClient } from './favorites-client.ts'
import { confirmedItems, type FavoritesStore } from './favorites-store.ts'
import { readWho, type WhoDeps } from './sync.ts'

const atOnce = 4
// One check looks up at most this many favorites. The next check continues with the others.
const checkedAtOnce = 100
const freshMs = 1_000

type DetailsDeps = WhoDeps & { client: Pick<FavoritesClient, 'describe'> }

/**
 * Fetches the details of favorites that another device added. A favorite that the server did not have is
 * looked up again, because the server may have it by now.
 */
export const createLookUp = (deps: DetailsDeps) => async (): Promise<void> => {
  const { server, owner } = await readWho(deps)
  if (server === thisDevice) return
  const confirmed = confirmedItems.of(owner)
  const bare = (await confirmed.read()).filter((favorite) => !isComplete(favorite))
  const describe = (id: string) => deps.client.describe(server, id)
  await lookUpAll(bare.toReversed(), describe, async (found) => {
    await confirmed.update((list) => replace(list, found))
  })
}

// Looks up favorites until the server gives no clear answer about one.
const lookUpAll = async (
  favorites: readonly Favorite[],
  describe: (id: string) => Promise<Favorite | undefined>,
  onFound: (found: Favorite) => Promise<void>,
): Promise<void> => {
  let isDead = false
  const lookUp = async ({ id }: Favorite) => {
    const found = await describe(id)
    isDead ||= !found
    if (found) await onFound(found)
  }
  await inParallel(favorites, lookUp, { width: atOnce, isEnough: () => isDead })
}

// Returns the same array when `found` adds nothing new, so that the storage is not written.
const replace = (list: Favorite[], found: Favorite): Favorite[] => {
  const isNews = list.some(({ id, isGone }) => id === found.id && isGone !== found.isGone)
  if (!isNews && !isComplete(found)) return list
  return list.map((favorite) => (favorite.id === found.id ? found : favorite))
}

/** When each favorite was last looked up (milliseconds since 1970). The keys are the ids of the wallpapers. */
const checkedSchema = z.catch(
  z.record(
    z.string(),
    z.object({ at: z.catch(z.number(), 0), isGone: z.catch(z.boolean(), false) }),
  ),
  {},
)

type Checked = z.infer<typeof checkedSchema>

export const checkedItems = createStoredItems({
  key: 'favorites.checked',
  parse: checkedSchema.parse,
})

interface GoneCheckDeps extends Pick<DetailsDeps, 'client'> {
  favorites: Pick<FavoritesStore, 'read'>
  now?: () => number
}

/** Finds favorites that have left the catalogue, beginning with those that were checked longest ago. */
export const createGoneCheck = (deps: GoneCheckDeps) => async (): Promise<void> => {
  const now = (deps.now ?? Date.now)()
  const shelf = await deps.favorites.read()
  const server = serverOf(shelf.owner)
  if (server === thisDevice) return
  // The favorites of other catalogues are complete, and only the server is asked here.
  const favorites = shelf.favorites.filter(({ catalogue }) => !catalogue)
  const item = checkedItems.of(server)
  const checked = await item.read()
  const news: Checked = {}
  const describe = (id: string) => deps.client.describe(server, id)
  await lookUpAll(listDue(favorites, checked, now), describe, async (found) => {
    news[found.id] = { at: now, isGone: found.isGone === true }
  })
  await item.update((latest) => dropOthers({ ...latest, ...news }, favorites))
}

const listDue = (favorites: readonly Favorite[], checked: Checked, now: number): Favorite[] => {
  const lastAt = ({ id }: Favorite) => checked[id]?.at ?? 0
  return favorites
    .filter((favorite) => isComplete(favorite) && now - lastAt(favorite) > freshMs)
    .toReversed()
    .sort((a, b) => lastAt(a) - lastAt(b))
    .slice(0, checkedAtOnce)
}

const dropOthers = (checked: Checked, favorites: readonly Favorite[]): Checked => {
  const ids = new Set(favorites.map(({ id }) => id))
  return Object.fromEntries(Object.entries(checked).filter(([id]) => ids.has(id)))
}
