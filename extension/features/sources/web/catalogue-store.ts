import { dayMs, hourMs } from '../../../../shared/days.ts'
import { isRecord, toNumber, toOneOf, toText } from '../../../../shared/unknown.ts'
import { createTransact, toPromise } from '../../../platform/storage/database.ts'
import { toWait } from '../../../remote/back-off.ts'

const parseState = (value: Record<string, unknown>) => ({
  /**
   * `own` is Fresco's catalogue layout. Another list, such as the files of a repository (`found-pictures.ts`), is `converted`
   * to it, and its rows have addresses. `search` is a part of the results of a search (`commons-catalogue.ts`).
   */
  layout: toOneOf(value.layout, ['own', 'converted', 'search'], 'own'),
  /** A hash of the list, which shows whether the list has changed. */
  digest: toText(value.digest),
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

// A database of its own. Tabs waited up to 14 s when 58 MB were written into the database of the deck.
const transact = createTransact('fresco-catalogues', ['states', 'texts'])

export const createWebCatalogueStore = (): WebCatalogueStore => ({
  read: (name) =>
    transact('readonly', async ({ states, texts }) => {
      const state = await readState(states, name)
      const text = await toPromise<unknown>(texts.get(name))
      return state && text instanceof Blob ? { state, text } : undefined
    }),
  write: (name, { state, text }) =>
    transact('readwrite', ({ states, texts }) => {
      states.put(state, name)
      texts.put(text, name)
    }),
  update: (name, change) =>
    transact('readwrite', async ({ states }) => {
      const before = await readState(states, name)
      if (before) states.put(change(before), name)
    }),
  deleteOthers: (names) =>
    transact('readwrite', async ({ states, texts }) => {
      for (const key of await toPromise(states.getAllKeys())) {
        if (names.includes(toCatalogue(String(key)))) continue
        states.delete(key)
        texts.delete(key)
      }
    }),
})

export const toCatalogue = (name: string): string => name.split(' ', 1)[0] ?? name

const readState = async (states: IDBObjectStore, name: string) => {
  const stored = await toPromise<unknown>(states.get(name))
  return isRecord(stored) ? parseState(stored) : undefined
}

export const isDue = ({ dueAt }: Pick<CatalogueState, 'dueAt'>, now: number) =>
  toWait(dueAt, now, 1.25 * dayMs) === 0

interface Look extends Pick<CatalogueState, 'layout'> {
  now: number
  random: () => number
  /** How long the host asks to wait. */
  retryAfterMs?: number | undefined
}

/** Returns when to check for changes again, in about an hour. A search waits about a day, the longest wait. */
export const toNextLook = ({ layout, now, random, retryAfterMs = 0 }: Look): number => {
  const waitMs = Math.min(Math.max(retryAfterMs, layout === 'search' ? dayMs : hourMs), dayMs)
  // Without the random part, everyone who opens a browser at nine would ask at ten.
  return now + Math.round(waitMs * (1 + random() / 4))
}
