import { createSingleFlight } from '../../../../shared/async.ts'
import { dayMs, hourMs } from '../../../../shared/days.ts'
import { ignoreStorageError } from '../../../platform/storage/storage-error.ts'
import { toWait } from '../../../remote/back-off.ts'
import { toFetchError } from '../../../remote/problem.ts'
import {
  type CatalogueState,
  type StoredCatalogue,
  toState,
  type WebCatalogueStore,
} from './catalogue-store.ts'
import { readWebRows, type WebRows } from './web-rows.ts'

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

const longestWaitMs = 1.25 * dayMs

/** Fetches lists of wallpapers, each once at a time, stores them, and checks them for changes when that is due. */
export const createLists = <Place extends { name: string }>(deps: ListsDeps<Place>) => {
  const { store, now, random, fetchNews } = deps
  const once = createSingleFlight<OpenedList>()
  const opened = new Map<string, OpenedList>()

  const open = async (name: string, { state, text }: StoredCatalogue): Promise<OpenedList> => {
    const known = opened.get(name)
    const isKnown = known?.state.storedAt === state.storedAt
    const list = { state, rows: isKnown ? known.rows : await readWebRows(text) }
    opened.set(name, list)
    return list
  }
  /**
   * Returns the time of the next check for changes, in about an hour. A list of search results is checked after about a
   * day, the longest wait.
   */
  const toNextLook = (layout: CatalogueState['layout'], retryAfterMs = 0): number => {
    const waitMs = Math.min(Math.max(retryAfterMs, layout === 'search' ? dayMs : hourMs), dayMs)
    // Without the random part, everyone who opens a browser at nine would ask at ten.
    return now() + Math.round(waitMs * (1 + random() / 4))
  }
  const plan = (name: string, retryAfterMs?: number) =>
    store.update(name, (state) => ({ ...state, dueAt: toNextLook(state.layout, retryAfterMs) }))
  const fetchAndStore = async (place: Place) => {
    const news = await fetchNews(place, await store.read(place.name))
    if (!('rows' in news)) {
      await plan(place.name)
      return open(place.name, news)
    }
    const { rows, text } = news
    const dueAt = toNextLook(news.state.layout)
    const state = toState({ ...news.state, storedAt: now(), dueAt })
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
    if (toWait(stored.state.dueAt, now(), longestWaitMs) === 0) void refresh(place)
    return open(place.name, stored)
  }

  return {
    load,
    peek,
    idle: once.idle,
  }
}
