import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toNumber, toNumberOrNull, toRecord } from '../../platform/unknown.ts'
import { parseUsage } from './usage.ts'

/** What the settings say of the stored pictures. */
export interface StockReport {
  /** Bytes of all stored pictures. */
  bytes: number
  /** … and of those that are favorites. */
  favoriteBytes: number
  /** Favorites at hand without a network. */
  kept: number
  /** Favorites that are not. */
  missing: number
  /** Because the budget has no room for them. */
  isFull: boolean
  /** The disk took no more of them. */
  isDiskFull: boolean
  /** By `toKey`: when the picture of a favorite could not be loaded, in milliseconds since 1970. */
  failed: Record<string, number>
}

const parseReport = (value: unknown): StockReport => {
  const stored = toRecord(value)
  return {
    bytes: toNumber(stored.bytes),
    favoriteBytes: toNumber(stored.favoriteBytes),
    kept: toNumber(stored.kept),
    missing: toNumber(stored.missing),
    isFull: stored.isFull === true,
    isDiskFull: stored.isDiskFull === true,
    failed: Object.fromEntries(
      Object.entries(toRecord(stored.failed)).filter(
        (entry): entry is [string, number] => toNumberOrNull(entry[1]) !== null,
      ),
    ),
  }
}

/** Written by the background only. */
export const stockReportItem = createStoredItem({ key: 'stock', parse: parseReport })

/** What was fetched in the last days. */
export const usageItem = createStoredItem({ key: 'usage', parse: parseUsage })
