import { browser } from 'wxt/browser'
import { fromJson, toRecord, toText } from '../unknown.ts'
import { watchPrefix } from './stored-item.ts'

interface StoredLogOptions<T> {
  key: string
  parse: (stored: unknown) => T | undefined
  ahead?: ReturnType<typeof createWriteAhead>
}

/**
 * A log in the extension's storage. Entries are added and removed, but never changed. Each entry has its own
 * storage key, so a page needs no lock and cannot overwrite another tab's entry.
 */
export const createStoredLog = <T>({
  key,
  parse,
  ahead = createWriteAhead(),
}: StoredLogOptions<T>) => {
  const prefix = `${key}/`
  return {
    list: async (): Promise<{ key: string; entry: T }[]> =>
      Object.entries(await browser.storage.local.get(null))
        .filter(([name]) => name.startsWith(prefix))
        .flatMap(([name, stored]) => {
          const entry = parse(stored)
          return entry === undefined ? [] : [{ key: name, entry }]
        }),
    /**
     * Stores an entry. If the browser is closed right after the call, the next `recover` stores it, unless a
     * later call used the same `slot`.
     */
    append: (name: string, entry: T, slot = name): Promise<void> =>
      ahead.write(prefix + slot, prefix + name, entry),
    recover: ahead.finish,
    /** Stores entries under their own keys, all or none of them. */
    put: (entries: readonly { key: string; entry: T }[]): Promise<void> =>
      browser.storage.local.set(Object.fromEntries(entries.map(({ key, entry }) => [key, entry]))),
    remove: (keys: readonly string[]): Promise<void> => browser.storage.local.remove([...keys]),
    onChange: (listener: () => void) => watchPrefix(prefix, listener),
  }
}

const notePrefix = 'fresco.ahead/'

/**
 * Firefox stores a value in several steps, and loses it if the browser is closed before the last one. localStorage
 * needs one step, so it holds a note of each write until the value is stored.
 */
export const createWriteAhead = ({
  notes = findNotes(),
  // Notes wait this long before they are recovered, so that an open page can finish its own writes.
  graceMs = 1_000,
}: {
  notes?: Storage | undefined
  graceMs?: number
} = {}) => {
  const finish = async (slot: string, note: string, key: string, value: unknown) => {
    if (key) await browser.storage.local.set({ [key]: value })
    // If a later write to the same slot is not stored yet, its note has replaced this one and must stay.
    if (notes?.getItem(slot) === note) notes.removeItem(slot)
  }
  return {
    write: async (name: string, key: string, value: unknown): Promise<void> => {
      const slot = notePrefix + name
      const note = JSON.stringify({ key, value })
      try {
        notes?.setItem(slot, note)
      } catch {
        // localStorage is full or blocked. Without a note, the write may be lost if the browser is closed now.
      }
      await finish(slot, note, key, value)
    },
    finish: async (): Promise<void> => {
      const found = Object.entries<string>(notes ?? {}).filter(([slot]) =>
        slot.startsWith(notePrefix),
      )
      if (found.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, graceMs))
      for (const [slot, note] of found) {
        const { key, value } = toRecord(fromJson(note))
        if (notes?.getItem(slot) === note) await finish(slot, note, toText(key), value)
      }
    },
  }
}

// Reading `localStorage` throws if the browser's settings block it. Chromium's background has none.
const findNotes = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return
  }
}
