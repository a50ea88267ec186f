import { browser } from 'wxt/browser'
import { toRecord } from '../unknown.ts'

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

/**
 * Calls back with what is stored by now and with every value after it, so that nothing is missed between
 * reading and listening; returns the unsubscribe.
 */
export const follow = <T>(
  { read, onChange }: Pick<StoredItem<T>, 'read' | 'onChange'>,
  listener: (value: T) => void,
): (() => void) => {
  let isOvertaken = false
  const stop = onChange((value) => {
    isOvertaken = true
    listener(value)
  })
  void read().then((value) => isOvertaken || listener(value))
  return stop
}

/** Calls back when anything stored under such a key changes; returns the unsubscribe. */
export const watchPrefix = (prefix: string, listener: () => void): (() => void) => {
  const hear = (changes: Record<string, unknown>) => {
    if (Object.keys(changes).some((name) => name.startsWith(prefix))) listener()
  }
  browser.storage.local.onChanged.addListener(hear)
  return () => browser.storage.local.onChanged.removeListener(hear)
}

/** Calls back when any of the sources changes; returns the unsubscribe. */
export const onAnyChange = (
  sources: readonly { onChange(listener: () => void): () => void }[],
  listener: () => void,
): (() => void) => {
  const stops = sources.map((source) => source.onChange(listener))
  return () => {
    for (const stop of stops) stop()
  }
}
