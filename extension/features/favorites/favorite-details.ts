import { inParallel } from '../../../shared/async.ts'
import { isSame, toTextList } from '../../../shared/unknown.ts'
import { createStoredItems } from '../../platform/storage/stored-item.ts'
import { type Favorite, isComplete, serverOf, thisDevice } from './favorites.ts'
import type { FavoritesClient } from './favorites-client.ts'
import { confirmedItems, type FavoritesStore } from './favorites-store.ts'

const atOnce = 4

/** The ids of favorites that another device added and the server of this name does not have. */
export const goneItems = createStoredItems<readonly string[]>({
  key: 'favorites.gone',
  parse: toTextList,
})

interface LookUpDeps {
  favorites: Pick<FavoritesStore, 'read'>
  client: Pick<FavoritesClient, 'describe'>
}

/**
 * Fetches the details of favorites that another device added, the latest first. Ends when the server gives no clear
 * answer.
 */
export const createLookUp = (deps: LookUpDeps) => async (): Promise<void> => {
  const { owner, favorites } = await deps.favorites.read()
  const server = serverOf(owner)
  if (server === thisDevice) return
  // The favorites of other catalogues are complete, and only the server is asked here.
  const unknown = favorites.filter((one) => !one.catalogue && !isComplete(one)).toReversed()
  const gone: string[] = []
  let isDead = false
  const lookUp = async ({ id }: Favorite) => {
    const found = await deps.client.describe(server, id)
    isDead ||= !found
    if (found === 'gone') gone.push(id)
    else if (found) await confirmedItems.of(owner).update((list) => withDetails(list, found))
  }
  await inParallel(unknown, lookUp, { width: atOnce, isEnough: () => isDead })
  if (!isDead) await goneItems.of(server).update((old) => (isSame(old, gone) ? old : gone))
}

// Returns the same array when nothing is new, so that the storage is not written.
const withDetails = (list: Favorite[], found: Favorite): Favorite[] => {
  const isNews = (one: Favorite) => one.id === found.id && !isComplete(one)
  if (!isComplete(found) || !list.some(isNews)) return list
  return list.map((favorite) => (isNews(favorite) ? found : favorite))
}
