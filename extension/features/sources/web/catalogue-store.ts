import { dayMs, hourMs } from '../../../../shared/days.ts'
import { isRecord, toNumber, toOneOf, toText } from '../../../../shared/unknown.ts'
import { createTransact, toPromise } from '../../../platform/storage/database.ts'
import { toWait } from '../../../remote/back-off.ts'
import { isWebRows, type WebRows } from './packed-rows.ts'

const parseState = (value: Record<string, unknown>) => ({
  /**
   * `own` is Fresco's catalogue layout. Another list, such as the files of a repository (`found-pictures.ts`), is `converted`
   * to it, and its rows have addresses. `search` is a part of the results of a search (`commons-catalogue.ts`).
   */
  layout: toOneOf(value.layout, ['own', 'converted', 'search'], 'own'),
  /** A hash of the list, which shows whether the list has changed. */
  digest: toText(value.digest),
  /** The length of the answer in bytes. */
  bytes: toNumber(value.bytes),
  /** How many rows could not be read. */
  skipped: toNumber(value.skipped),
  /** GitHub did not list all files. */
  isPartial: value.isPartial === true,
  /** When to check the list for changes again, in milliseconds since 1970. */
  dueAt: toNumber(value.dueAt),
  /** Where this part of the search results starts, and where the next one does. After the last part comes the first. */
  start: toNumber(value.start),
  next: toNumber(value.next),
})

export type CatalogueState = ReturnType<typeof parseState>

/** Fills in the defaults of the fields that are not given. */
export const toState: (known: Partial<CatalogueState>) => CatalogueState = parseState

export interface StoredCatalogue {
  state: CatalogueState
  rows: WebRows
  /** The text of the rows, a JSON array. */
  text: Blob
}

export interface WebCatalogueStore {
  read(name: string): Promise<StoredCatalogue | undefined>
  /** Replaces the stored version of a catalogue. */
  write(name: string, catalogue: StoredCatalogue): Promise<void>
  /** Changes the state of a catalogue, if there is one. */
  update(name: string, change: (state: CatalogueState) => CatalogueState): Promise<void>
  /**
   * Deletes all lists except those of these catalogues. If a catalogue has several lists, each is named after the catalogue,
   * a space and the list.
   */
  deleteOthers(names: readonly string[]): Promise<void>
}

type Parts = Record<'states' | 'rows' | 'texts', IDBObjectStore>

// A database of its own. Tabs waited up to 14 s when 58 MB were written into the database of the deck.
const transact = createTransact('fresco-catalogues', ['states', 'rows', 'texts'])

export const createWebCatalogueStore = (): WebCatalogueStore => ({
  read: (name) => transact('readonly', (stores) => read(stores, name)),
  write: (name, { state, rows, text }) =>
    transact('readwrite', ({ states, rows: packed, texts }) => {
      states.put(state, name)
      packed.put(rows, name)
      texts.put(text, name)
    }),
  update: (name, change) =>
    transact('readwrite', async (stores) => {
      const before = await readState(stores, name)
      if (before) stores.states.put(change(before), name)
    }),
  deleteOthers: (names) =>
    transact('readwrite', async (stores) => {
      for (const key of await toPromise(stores.states.getAllKeys())) {
        if (names.includes(toCatalogue(String(key)))) continue
        for (const store of Object.values(stores)) store.delete(key)
      }
    }),
})

export const toCatalogue = (name: string): string => name.split(' ', 1)[0] ?? name

const readState = async ({ states }: Parts, name: string) => {
  const stored = await toPromise<unknown>(states.get(name))
  return isRecord(stored) ? parseState(stored) : undefined
}

const read = async (stores: Parts, name: string): Promise<StoredCatalogue | undefined> => {
  const [state, rows, text] = await Promise.all([
    readState(stores, name),
    toPromise<unknown>(stores.rows.get(name)),
    toPromise<unknown>(stores.texts.get(name)),
  ])
  return state && isWebRows(rows) && text instanceof Blob ? { state, rows, text } : undefined
}

// Larger lists and searches are checked once a day. Firefox caches no entry above 50 MB, so each check downloads such a list again.
const largeBytes = 20 * 1024 * 1024

export const isDue = ({ dueAt }: Pick<CatalogueState, 'dueAt'>, now: number) =>
  toWait(dueAt, now, 1.25 * dayMs) === 0

interface Look extends Pick<CatalogueState, 'bytes' | 'layout'> {
  now: number
  random: () => number
  /** How long the host asks to wait. */
  retryAfterMs?: number | undefined
}

/** Returns when to check for changes again, in about an hour. A large list or a search waits about a day, the longest wait. */
export const toNextLook = ({ bytes, layout, now, random, retryAfterMs = 0 }: Look): number => {
  const usualMs = layout === 'search' || bytes > largeBytes ? dayMs : hourMs
  const waitMs = Math.min(Math.max(retryAfterMs, usualMs), dayMs)
  // Without the random part, everyone who opens a browser at nine would ask at ten.
  return now + Math.round(waitMs * (1 + random() / 4))
}
