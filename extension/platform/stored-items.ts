import { browser } from 'wxt/browser'
import { createStoredItem, type StoredItem } from './stored-item.ts'
import { watchPrefix } from './stored-log.ts'

/** Stored items of one kind, each with a name. */
export interface StoredItems<T> {
  of(name: string): StoredItem<T>
  remove(name: string): Promise<void>
  /** Calls back when any of them changes, here or elsewhere; returns the unsubscribe. */
  onChange(listener: () => void): () => void
}

interface StoredItemsOptions<T> {
  key: string
  parse: (stored: unknown) => T
}

export const createStoredItems = <T>({ key, parse }: StoredItemsOptions<T>): StoredItems<T> => ({
  of: (name) => createStoredItem({ key: `${key}/${name}`, parse }),
  remove: (name) => browser.storage.local.remove(`${key}/${name}`),
  onChange: (listener) => watchPrefix(`${key}/`, listener),
})
