import { browser } from 'wxt/browser'
import { fromJson, toRecord, toText } from '../unknown.ts'
import { watchPrefix } from './stored-item.ts'

interface StoredLogOptions<T> {
  key: string
  parse: (stored: unknown) => T | undefined
  ahead?: ReturnType<typeof createWriteAhead>
}

/**
 * Entries in the extension storage that are added and removed, but never changed. Each entry has its own
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
     * Stores an entry, even if the browser is closed right after the call. Then the next `recover` stores it,
     * unless a later call used the same `slot`.
     */
    append: (name: string, entry: T, slot = name): Promise<void> =>
      ahead.write(prefix + slot, prefix + name, entry),
    recover: ahead.finish,
    remove: (keys: readonly string[]): Promise<void> => browser.storage.local.remove([...keys]),
    onChange: (listener: () => void) => watchPrefix(prefix, listener),
  }
}

const notePrefix = 'fresco.ahead/'

/**
 * Firefox stores a value in several steps between its processes, and loses an unfinished write when the
 * browser is closed. localStorage takes one step, so it holds a note of each write until the storage has it.
 */
export const createWriteAhead = ({
  notes = findNotes(),
  // Within this time, a page that is still open finishes its own writes.
  graceMs = 1_000,
}: {
  notes?: Storage | undefined
  graceMs?: number
} = {}) => {
  const finish = async (slot: string, note: string, key: string, value: unknown) => {
    if (key) await browser.storage.local.set({ [key]: value })
    // A later write of the same slot, which is not stored yet, has another note.
    if (notes?.getItem(slot) === note) notes.removeItem(slot)
  }
  return {
    write: async (name: string, key: string, value: unknown): Promise<void> => {
      const slot = notePrefix + name
      const note = JSON.stringify({ key, value })
      try {
        notes?.setItem(slot, note)
      } catch {
        // localStorage is full or blocked. This write then has no note.
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

// Chromium's background has no localStorage, and the browser's settings may block it.
const findNotes = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return
  }
}
