import { isRecord, toNumber, toOneOf } from '../../../../shared/unknown.ts'
import { createTransact, toPromise } from '../../../platform/storage/database.ts'

const parseState = (value: Record<string, unknown>) => ({
  /**
   * `own` is Fresco's catalogue layout. Another list, such as the files of a repository (`found-pictures.ts`), is `converted`
   * to it, and its rows have addresses. `search` is a part of the results of a search (`commons-catalogue.ts`).
   */
  layout: toOneOf(value.layout, ['own', 'converted', 'search'], 'own'),
  /** Tells the versions of a list apart. */
  storedAt: toNumber(value.storedAt),
  /** When to check the list for changes again, in milliseconds since 1970. */
  dueAt: toNumber(value.dueAt),
  /** Where in the search results this part and the next one start. The first part follows the last one. */
  start: toNumber(value.start),
  next: toNumber(value.next),
})

export type CatalogueState = ReturnType<typeof parseState>

export const toState: (known: Partial<CatalogueState>) => CatalogueState = parseState

export interface StoredCatalogue {
  state: CatalogueState
  /** The text of the rows, a JSON array. */
  text: Blob
}

// A database of its own. Tabs waited up to 14 s when 58 MB were written into the database of the deck.
const transact = createTransact('fresco-catalogues', ['states', 'texts'])

export const webCatalogueStore = {
  read: (name: string): Promise<StoredCatalogue | undefined> =>
    transact('readonly', async ({ states, texts }) => {
      const state = await readState(states, name)
      const text = await toPromise<unknown>(texts.get(name))
      return state && text instanceof Blob ? { state, text } : undefined
    }),
  write: (name: string, { state, text }: StoredCatalogue): Promise<void> =>
    transact('readwrite', ({ states, texts }) => {
      states.put(state, name)
      texts.put(text, name)
    }),
  update: (name: string, change: (state: CatalogueState) => CatalogueState): Promise<void> =>
    transact('readwrite', async ({ states }) => {
      const before = await readState(states, name)
      if (before) states.put(change(before), name)
    }),
  /**
   * Deletes all lists except those of these catalogues. If a catalogue has several lists, each is named after the catalogue,
   * a space and the list.
   */
  deleteOthers: (catalogues: readonly string[]): Promise<void> =>
    transact('readwrite', async ({ states, texts }) => {
      for (const key of await toPromise(states.getAllKeys())) {
        const [catalogue = ''] = String(key).split(' ', 1)
        if (catalogues.includes(catalogue)) continue
        states.delete(key)
        texts.delete(key)
      }
    }),
}

export type WebCatalogueStore = typeof webCatalogueStore

const readState = async (states: IDBObjectStore, name: string) => {
  const stored = await toPromise<unknown>(states.get(name))
  return isRecord(stored) ? parseState(stored) : undefined
}
