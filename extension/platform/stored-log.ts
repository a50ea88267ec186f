import { browser } from 'wxt/browser'
import { createWriteAhead, type WriteAhead } from './write-ahead.ts'

/** Entries in the extension storage that only ever come and go as a whole. */
export interface StoredLog<T> {
  list(): Promise<{ key: string; entry: T }[]>
  /**
   * Keeps an entry. The browser has it when this returns its promise: it may be closed at once. What
   * could not be stored by then is at the next `recover`, unless `slot` was written again.
   */
  append(name: string, entry: T, slot?: string): Promise<void>
  /** Stores what a browser that was closed had no time for. */
  recover(): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Calls back when entries come or go, here or elsewhere; returns the unsubscribe. */
  onChange(listener: () => void): () => void
}

interface StoredLogOptions<T> {
  key: string
  parse: (stored: unknown) => T | undefined
  ahead?: WriteAhead
}

/**
 * Every entry has a key of its own, so nothing is read before it is written: no lock, no change of
 * another tab that is overwritten, and no moment in which closing the page loses it.
 */
export const createStoredLog = <T>({
  key,
  parse,
  ahead = createWriteAhead(),
}: StoredLogOptions<T>): StoredLog<T> => {
  const prefix = `${key}/`
  return {
    list: async () =>
      Object.entries(await browser.storage.local.get(null))
        .filter(([name]) => name.startsWith(prefix))
        .flatMap(([name, stored]) => {
          const entry = parse(stored)
          return entry === undefined ? [] : [{ key: name, entry }]
        }),
    append: (name, entry, slot = name) => ahead.write(prefix + slot, prefix + name, entry),
    recover: ahead.finish,
    remove: (keys) => browser.storage.local.remove([...keys]),
    onChange: (listener) => watchPrefix(prefix, listener),
  }
}

/** Calls back when anything stored under such a key changes; returns the unsubscribe. */
export const watchPrefix = (prefix: string, listener: () => void): (() => void) => {
  const hear = (changes: Record<string, unknown>) => {
    if (Object.keys(changes).some((name) => name.startsWith(prefix))) listener()
  }
  browser.storage.local.onChanged.addListener(hear)
  return () => browser.storage.local.onChanged.removeListener(hear)
}
