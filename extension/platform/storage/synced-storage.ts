import { browser } from 'wxt/browser'
import { toRecord } from '../../../shared/unknown.ts'

/**
 * Entries that the browser syncs to the person's other devices (`storage.sync`). Every function rejects if sync
 * is missing or switched off. Browsers allow 512 entries of 8,192 bytes, and 1,800 writes an hour.
 */
export const syncedStorage = {
  read: async (prefix: string): Promise<Record<string, unknown>> => {
    const all = Object.entries(await browser.storage.sync.get(null))
    const own = all.filter(([key]) => key.startsWith(prefix))
    return Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value]))
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
