import { browser } from 'wxt/browser'
import { toRecord } from './unknown.ts'

/** A value in the browser's extension storage, shared by all tabs and the background. */
export interface StoredItem<T> {
  read(): Promise<T>
  /** Applies a pure change; changes from any tab are applied one after another. */
  update(change: (value: T) => T): Promise<T>
  /** Calls back with every new value, from here or elsewhere; returns the unsubscribe. */
  onChange(listener: (value: T) => void): () => void
}

interface StoredItemOptions<T> {
  key: string
  /** Makes a valid value of whatever is stored, also by an older version; of nothing, the default. */
  parse: (stored: unknown) => T
}

/** A storage item with a parser at its edge and a lock around read-modify-write. */
export const createStoredItem = <T>({ key, parse }: StoredItemOptions<T>): StoredItem<T> => {
  const read = async () => parse((await browser.storage.local.get(key))[key])
  const change = async (apply: (value: T) => T) => {
    const before = await read()
    const after = apply(before)
    if (after !== before) await browser.storage.local.set({ [key]: after })
    return after
  }
  return {
    read,
    update: (apply) => navigator.locks.request(`fresco:${key}`, () => change(apply)),
    onChange: (listener) => watch(key, (stored) => listener(parse(stored))),
  }
}

const watch = (key: string, listener: (stored: unknown) => void): (() => void) => {
  const hear = (changes: Record<string, unknown>) => {
    if (key in changes) listener(toRecord(changes[key]).newValue)
  }
  browser.storage.local.onChanged.addListener(hear)
  return () => browser.storage.local.onChanged.removeListener(hear)
}
