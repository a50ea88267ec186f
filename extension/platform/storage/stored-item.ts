import { browser } from 'wxt/browser'
import { toRecord } from '../unknown.ts'

/** A value in the browser's extension storage, shared by all tabs and the background. */
export interface StoredItem<T> {
  read(): Promise<T>
  /** Applies a pure change. Changes from all tabs are applied one after another. */
  update(change: (value: T) => T): Promise<T>
  /** Calls back with every new value, also from other pages; returns the unsubscribe. */
  onChange(listener: (value: T) => void): () => void
}

interface StoredItemOptions<T> {
  key: string
  /** Makes a valid value of anything an older version may have stored. `undefined` becomes the default. */
  parse: (stored: unknown) => T
}

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
    onChange: (listener) =>
      watch((changes) => {
        if (key in changes) listener(parse(toRecord(changes[key]).newValue))
      }),
  }
}

export interface StoredItems<T> {
  of(name: string): StoredItem<T>
  remove(name: string): Promise<void>
  onChange(listener: () => void): () => void
}

export const createStoredItems = <T>({ key, parse }: StoredItemOptions<T>): StoredItems<T> => ({
  of: (name) => createStoredItem({ key: `${key}/${name}`, parse }),
  remove: (name) => browser.storage.local.remove(`${key}/${name}`),
  onChange: (listener) => watchPrefix(`${key}/`, listener),
})

export const watchPrefix = (prefix: string, listener: () => void): (() => void) =>
  watch((changes) => {
    if (Object.keys(changes).some((name) => name.startsWith(prefix))) listener()
  })

const watch = (hear: (changes: Record<string, unknown>) => void): (() => void) => {
  browser.storage.local.onChanged.addListener(hear)
  return () => browser.storage.local.onChanged.removeListener(hear)
}

/** Calls back with the stored value and every later one. Misses no change between reading and listening. */
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

interface Source {
  onChange(listener: () => void): () => void
}

export const onAnyChange = (sources: readonly Source[], listener: () => void): (() => void) => {
  const stops = sources.map((source) => source.onChange(listener))
  return () => {
    for (const stop of stops) stop()
  }
}
