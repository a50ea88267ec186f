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
import { readWebRows, type WebRows } from './web-rows.ts'

/** A list that was just read, whose next check for changes has no time yet. */
interface ReadList {
  state: Pick<CatalogueState, 'layout'> & Partial<CatalogueState>
  text: Blob
  rows: WebRows
}

export interface OpenedList {
  state: CatalogueState
  rows: WebRows
}

interface ListsDeps<Place> {
  store: WebCatalogueStore
  now: () => number
  random: () => number
  /**
   * Fetches a list and reads it. Resolves with `before`, the stored version, if the list has not changed.
   * @throws FetchError
   */
  fetchNews(place: Place, before: StoredCatalogue | undefined): Promise<ReadList | StoredCatalogue>
}

/** Fetches lists of wallpapers, each once at a time, stores them, and checks them for changes when that is due. */
export const createLists = <Place extends { name: string }>(deps: ListsDeps<Place>) => {
  const { store, now, random, fetchNews } = deps
  const once = createSingleFlight<OpenedList>()
  const opened = new Map<string, OpenedList>()

  const open = async (name: string, { state, text }: StoredCatalogue): Promise<OpenedList> => {
    const known = opened.get(name)
    // Each stored version has a time of its own.
    if (known?.state.dueAt === state.dueAt) return known
    const list = { state, rows: await readWebRows(text) }
    opened.set(name, list)
    return list
  }
  const plan = (name: string, retryAfterMs?: number) =>
    store.update(name, (state) => ({
      ...state,
      dueAt: toNextLook({ ...state, now: now(), random, retryAfterMs }),
    }))
  const fetchAndStore = async (place: Place) => {
    const news = await fetchNews(place, await store.read(place.name))
    if (!('rows' in news)) {
      await plan(place.name)
      return open(place.name, news)
    }
    const { rows, text } = news
    const state = toState({
      ...news.state,
      dueAt: toNextLook({ ...news.state, now: now(), random }),
    })
    await store.write(place.name, { state, text })
    opened.set(place.name, { state, rows })
    return { state, rows }
  }
  const load = (place: Place): Promise<OpenedList> => once(place.name, () => fetchAndStore(place))

  const refresh = (place: Place) =>
    load(place)
      .catch((error: unknown) => plan(place.name, toFetchError(error).retryAfterMs))
      // If the time of the next check cannot be stored, the next call checks again.
      .catch(ignoreStorageError)

  /** Reads the stored version, and checks for changes in the background if that is due. */
  const peek = async (place: Place): Promise<OpenedList | undefined> => {
    const stored = await store.read(place.name)
    if (!stored) return
    if (isDue(stored.state, now())) void refresh(place)
    return open(place.name, stored)
  }

  return {
    load,
    peek,
    idle: once.idle,
  }
}
