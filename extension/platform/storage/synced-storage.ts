import { browser } from 'wxt/browser'
import { toRecord } from '../unknown.ts'

/**
 * What the browser carries to the person's other devices (`storage.sync`). Every function rejects
 * where the browser has none, or has it switched off; 8,192 bytes for each entry, 512 entries.
 */
export interface SyncedStorage {
  /** All entries whose key starts so, by the rest of their keys. */
  read(prefix: string): Promise<Record<string, unknown>>
  /** Counts as one write, of 1,800 an hour. */
  write(prefix: string, entries: Record<string, unknown>): Promise<void>
  /** Calls back when another device has written, or this one. */
  onChange(prefix: string, listener: () => void): void
}

export const syncedStorage: SyncedStorage = {
  read: async (prefix) => {
    const all = Object.entries(await browser.storage.sync.get(null))
    const own = all.filter(([key]) => key.startsWith(prefix))
    return Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value]))
  },
  write: async (prefix, entries) => {
    const named = Object.entries(entries).map(([name, value]) => [prefix + name, value])
    await browser.storage.sync.set(Object.fromEntries(named))
  },
  onChange: (prefix, listener) =>
    browser.storage.sync.onChanged.addListener((changes: unknown) => {
      if (Object.keys(toRecord(changes)).some((key) => key.startsWith(prefix))) listener()
    }),
}
