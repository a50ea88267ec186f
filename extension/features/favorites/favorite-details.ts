import * as z from 'zod/mini'
import { inParallel } from '../../../shared/async.ts'
import { createStoredItems } from '../../platform/storage/stored-item.ts'
import { type Favorite, isComplete, serverOf, thisDevice } from './favorites.ts'
import type { FavoritesClient } from './favorites-client.ts'
import { confirmedItems, type FavoritesStore } from './favorites-store.ts'

const atOnce = 4
// One look-up checks at most this many favorites whose details are known. The next one continues with the others.
const checkedAtOnce = 100
const freshMs = 1_000

/** When each favorite was last looked up (milliseconds since 1970), and what for. The keys are the ids of the wallpapers. */
const checkedSchema = z.catch(
  z.record(
    z.string(),
    z.object({ at: z.catch(z.number(), 0), isGone: z.catch(z.boolean(), false) }),
  ),
  {},
)

type Checked = z.infer<typeof checkedSchema>

/** What the server of this name said about favorites. */
export const checkedItems = createStoredItems({
  key: 'favorites.checked',
  parse: checkedSchema.parse,
})

interface LookUpDeps {
  favorites: Pick<FavoritesStore, 'read'>
  client: Pick<FavoritesClient, 'describe'>
  now?: () => number
}

/**
 * Fetches the details of favorites that another device added, and finds those that have left the catalogue. Ends when the
 * server gives no clear answer.
 */
export const createLookUp = (deps: LookUpDeps) => async (): Promise<void> => {
  const now = (deps.now ?? Date.now)()
  const { owner, favorites } = await deps.favorites.read()
  const server = serverOf(owner)
  if (server === thisDevice) return
  // The favorites of other catalogues are complete, and only the server is asked here.
  const ofServer = favorites.filter(({ catalogue }) => !catalogue)
  const item = checkedItems.of(server)
  const news: Checked = {}
  let isDead = false
  const lookUp = async ({ id }: Favorite) => {
    const found = await deps.client.describe(server, id)
    isDead ||= !found
    if (!found) return
    news[id] = { at: now, isGone: found === 'gone' }
    if (found !== 'gone') await confirmedItems.of(owner).update((list) => withDetails(list, found))
  }
  const due = listDue(ofServer, await item.read(), now)
  await inParallel(due, lookUp, { width: atOnce, isEnough: () => isDead })
  await item.update((latest) => dropOthers({ ...latest, ...news }, ofServer))
}

// Returns the same array when nothing is new, so that the storage is not written.
const withDetails = (list: Favorite[], found: Favorite): Favorite[] => {
  const isNews = (one: Favorite) => one.id === found.id && !isComplete(one)
  if (!isComplete(found) || !list.some(isNews)) return list
  return list.map((favorite) => (isNews(favorite) ? found : favorite))
}

// Those without details come first, and then those that were checked longest ago.
const listDue = (favorites: readonly Favorite[], checked: Checked, now: number): Favorite[] => {
  const lastAt = ({ id }: Favorite) => checked[id]?.at ?? 0
  const due = favorites.filter((favorite) => now - lastAt(favorite) > freshMs).toReversed()
  const known = due.filter(isComplete).sort((a, b) => lastAt(a) - lastAt(b))
  return [...due.filter((one) => !isComplete(one)), ...known.slice(0, checkedAtOnce)]
}

const dropOthers = (checked: Checked, favorites: readonly Favorite[]): Checked => {
  const ids = new Set(favorites.map(({ id }) => id))
  return Object.fromEntries(Object.entries(checked).filter(([id]) => ids.has(id)))
}
