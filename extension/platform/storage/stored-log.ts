import { browser } from 'wxt/browser'
import { fromJson, toRecord, toText } from '../../../shared/unknown.ts'
import { scope } from './scope.ts'
import { watchPrefixes } from './stored-item.ts'

interface StoredLogOptions<T> {
  key: string
  parse: (stored: unknown) => T | undefined
}

export interface LogEntry<T> {
  /** The key in the extension's storage. */
  key: string
  entry: T
}

/**
 * A log in the extension's storage. Entries are added and removed, but never changed. Each entry has its own
 * storage key, so a page needs no lock and cannot overwrite another tab's entry.
 */
export const createStoredLog = <T>({ key, parse }: StoredLogOptions<T>) => {
  const prefix = `${key}/`
  return {
    toKey: (name: string): string => prefix + name,
    /** Lists the entries in what `readStorage` has read. */
    list: (stored: Record<string, unknown>): LogEntry<T>[] =>
      Object.entries(stored).flatMap(([name, value]) => {
        const entry = name.startsWith(prefix) ? parse(value) : undefined
        return entry === undefined ? [] : [{ key: name, entry }]
      }),
    remove: (keys: string[]): Promise<void> => browser.storage.local.remove(keys),
    onChange: (listener: () => void) => watchPrefixes([prefix], listener),
  }
}

/** Stores all entries or none of them. */
export const putEntries = (entries: readonly LogEntry<unknown>[]): Promise<void> =>
  browser.storage.local.set(Object.fromEntries(entries.map(({ key, entry }) => [key, entry])))

const notePrefix = `fresco.ahead${scope}/`

/**
 * Firefox stores a value in several steps, and loses it if the browser is closed before the last one. localStorage
 * needs one step, so it holds a note of each write until the value is stored. Only pages write this way. What the
 * background writes can be repeated.
 */
export const createWriteAhead = ({
  notes = findNotes(),
  // Notes wait this long before they are recovered, so that an open page can finish its own writes.
  graceMs = 1_000,
}: {
  notes?: Storage | undefined
  graceMs?: number
} = {}) => {
  const drop = (slot: string, note: string) => {
    // If a later write to the same slot is not stored yet, its note has replaced this one and must stay.
    if (notes?.getItem(slot) === note) notes.removeItem(slot)
  }
  return {
    /**
     * Stores a value. If that fails, it calls `makeRoom` and tries once more, unless a later call with the same `name` has
     * replaced the value.
     */
    write: async (
      name: string,
      key: string,
      value: unknown,
      makeRoom: () => Promise<unknown>,
    ): Promise<void> => {
      const slot = notePrefix + name
      const note = JSON.stringify({ key, value })
      try {
        notes?.setItem(slot, note)
      } catch {
        // localStorage is full or blocked. Without a note, the write may be lost if the browser is closed now.
      }
      const left = notes?.getItem(slot)
      const set = () => browser.storage.local.set({ [key]: value })
      await set().catch(async () => {
        await makeRoom()
        // If the note has changed meanwhile, a later write has replaced this one, or another page has recovered it.
        if (notes?.getItem(slot) === left) await set()
      })
      drop(slot, note)
    },
    /**
     * Stores the values of which closed pages have left notes, if they are needed. Resolves with true when no such note
     * is left. Chromium's background cannot see notes.
     */
    recover: async (isNeeded: (value: unknown) => Promise<boolean>): Promise<boolean> => {
      const found = Object.entries<string>(notes ?? {}).filter(([slot]) =>
        slot.startsWith(notePrefix),
      )
      if (found.length > 0) await new Promise((resolve) => setTimeout(resolve, graceMs))
      try {
        for (const [slot, note] of found) {
          const { key, value } = toRecord(fromJson(note))
          const isMissing = await isNeeded(value)
          // The page that left the note may have been slow, and may have ended the write meanwhile.
          if (notes?.getItem(slot) !== note) continue
          if (isMissing) await browser.storage.local.set({ [toText(key)]: value })
          drop(slot, note)
        }
        return notes !== undefined
      } catch {
        // The storage is full, so the notes stay for the next page.
        return false
      }
    },
  }
}

/** Calls `listener` when a page leaves a note. Chromium's background has no localStorage, so it is never called there. */
export const onNote = (listener: () => void): void =>
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null && key?.startsWith(notePrefix)) listener()
  })

// Reading `localStorage` throws if the browser's settings block it. Chromium's background has none.
const findNotes = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return
  }
}
