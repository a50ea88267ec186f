import { browser } from 'wxt/browser'
import { toRecord } from '../../../shared/unknown.ts'
import { failAsStorage } from './storage-error.ts'

export interface StoredItem<T> {
  read(): Promise<T>
  /** Applies a pure change to the stored value. Changes from all tabs run one after another. */
  update(change: (value: T) => T): Promise<T>
  onChange(listener: (value: T) => void): () => void
}

interface StoredItemOptions<T> {
  key: string
  /** Turns what an older version may have stored into a valid value, and `undefined` into the default. */
  parse: (stored: unknown) => T
}

const get = (keys: string | string[] | null): Promise<Record<string, unknown>> =>
  browser.storage.local.get(keys).catch(failAsStorage)

/** Reads all stored values in one call, so all of them are from the same moment. */
export const readStorage = () => get(null)

/** Stores all values or none of them. */
export const writeItems = (values: Record<string, unknown>): Promise<void> =>
  browser.storage.local.set(values).catch(failAsStorage)

export const removeKeys = (keys: string[]): Promise<void> =>
  browser.storage.local.remove(keys).catch(failAsStorage)

/**
 * Runs `work` while no page and no background runs other work under the same name. Firefox has other locks for the tabs of
 * each container and of private windows, so their work may overlap.
 */
export const withLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`fresco:${name}`, work)

export const createStoredItem = <T>({ key, parse }: StoredItemOptions<T>): StoredItem<T> => {
  const read = async () => parse((await get(key))[key])
  const change = async (apply: (value: T) => T) => {
    const before = await read()
    const after = apply(before)
    if (after !== before) await writeItems({ [key]: after })
    return after
  }
  return {
    read,
    update: (apply) => withLock(key, () => change(apply)),
    onChange: (listener) =>
      watch((changes) => {
        if (key in changes) listener(parse(toRecord(changes[key]).newValue))
      }),
  }
}

export interface StoredPair<A, B> {
  /** Applies a pure change to two stored values. The browser stores both or neither. */
  update(change: (one: A, other: B) => [A, B]): Promise<void>
}

export const createStoredPair = <A, B>(
  one: StoredItemOptions<A>,
  other: StoredItemOptions<B>,
): StoredPair<A, B> => ({
  update: (change) =>
    withLock(one.key, () =>
      withLock(other.key, async () => {
        const stored = await get([one.key, other.key])
        const before = [one.parse(stored[one.key]), other.parse(stored[other.key])] as const
        const after = change(...before)
        const keys = [one.key, other.key]
        const news = after.flatMap((value, at) => (value === before[at] ? [] : [[keys[at], value]]))
        if (news.length > 0) await writeItems(Object.fromEntries(news))
      }),
    ),
})

export const createStoredItems = <T>({ key, parse }: StoredItemOptions<T>) => ({
  of: (name: string) => createStoredItem({ key: `${key}/${name}`, parse }),
})

export const removeItems = async (key: string, isNeedless: (name: string) => boolean) => {
  const prefix = `${key}/`
  const keys = Object.keys(await readStorage())
  await removeKeys(
    keys.filter((name) => name.startsWith(prefix) && isNeedless(name.slice(prefix.length))),
  )
}

/** Calls `listener` once for each change of values whose keys begin with one of the prefixes. */
export const watchPrefixes = (prefixes: string[], listener: () => void): (() => void) =>
  watch((changes) => {
    const names = Object.keys(changes)
    if (prefixes.some((prefix) => names.some((name) => name.startsWith(prefix)))) listener()
  })

const watch = (hear: (changes: Record<string, unknown>) => void): (() => void) => {
  browser.storage.local.onChanged.addListener(hear)
  return () => browser.storage.local.onChanged.removeListener(hear)
}

/** Calls `listener` with the stored value and every later value. A change while reading is not missed. */
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

export const onAnyChange = (
  sources: readonly { onChange(listener: () => void): () => void }[],
  listener: () => void,
): (() => void) => {
  const stops = sources.map((source) => source.onChange(listener))
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Entries that the browser syncs to the person's other devices (`storage.sync`). Every function rejects if sync
 * is missing or switched off. Browsers allow 512 entries of 8,192 bytes, and 1,800 writes an hour.
 */
export const syncedStorage = {
  read: async (prefix: string): Promise<Record<string, unknown>> => {
    const all = Object.entries(await browser.storage.sync.get(null))
    const found = all.filter(([key]) => key.startsWith(prefix))
    return Object.fromEntries(found.map(([key, value]) => [key.slice(prefix.length), value]))
  },
  write: async (prefix: string, entries: Record<string, unknown>): Promise<void> => {
    const named = Object.entries(entries).map(([name, value]) => [prefix + name, value])
    await browser.storage.sync.set(Object.fromEntries(named))
  },
  onChange: (prefix: string, listener: () => void): void =>
    browser.storage.sync.onChanged.addListener((changes: unknown) => {
      if (Object.keys(toRecord(changes)).some((key) => key.startsWith(prefix))) listener()
    }),
}

export type SyncedStorage = typeof syncedStorage
