import { createSingleFlight } from '../../../../shared/async.ts'
import { ignoreStorageError } from '../../../platform/storage/storage-error.ts'
import { toFetchError } from '../../../remote/problem.ts'
import {
  type CatalogueState,
  isDue,
  type StoredCatalogue,
  toNextLook,
  toState,
  type WebCatalogueStore,
} from './catalogue-store.ts'

/** A list that was just read, whose next check for changes has no time yet. */
interface ReadList extends Omit<StoredCatalogue, 'state'> {
  state: Pick<CatalogueState, 'layout' | 'bytes'> & Partial<CatalogueState>
}

interface ListsDeps<Place> {
  store: WebCatalogueStore
  now: () => number
  random: () => number
  /**
   * Fetches a list and reads it. Resolves with `before` if the list has not changed.
   * @throws FetchError
   */
  fetchNews(place: Place, before: StoredCatalogue | undefined): Promise<ReadList | StoredCatalogue>
}

/** Fetches lists of wallpapers, each once at a time, stores them, and checks them for changes when that is due. */
export const createLists = <Place extends { name: string }>(deps: ListsDeps<Place>) => {
  const { store, now, random, fetchNews } = deps
  const once = createSingleFlight<StoredCatalogue>()

  const plan = (name: string, retryAfterMs?: number) =>
    store.update(name, (state) => ({
      ...state,
      dueAt: toNextLook({ ...state, now: now(), random, retryAfterMs }),
    }))
  const fetchAndStore = async (place: Place, before?: StoredCatalogue) => {
    const news = await fetchNews(place, before)
    if (news === before) {
      await plan(place.name)
      return before
    }
    const dueAt = toNextLook({ ...news.state, now: now(), random })
    const catalogue = { ...news, state: toState({ ...news.state, dueAt }) }
    await store.write(place.name, catalogue)
    return catalogue
  }

  /** @param before the stored version, which stays if the list has not changed */
  const load = (place: Place, before?: StoredCatalogue): Promise<StoredCatalogue> =>
    once(place.name, () => fetchAndStore(place, before))

  const refresh = (place: Place, stored: StoredCatalogue) =>
    load(place, stored)
      .catch((error: unknown) => plan(place.name, toFetchError(error).retryAfterMs))
      // If the time of the next check cannot be stored, the next call checks again.
      .catch(ignoreStorageError)

  /** Reads the stored version, and checks for changes in the background if that is due. */
  const peek = async (place: Place) => {
    const stored = await store.read(place.name)
    if (stored && isDue(stored.state, now())) void refresh(place, stored)
    return stored
  }

  return {
    load,
    peek,
    idle: once.idle,
  }
}
