import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toNumber, toNumberOrNull, toRecord } from '../../platform/unknown.ts'

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

/** Bytes fetched by day (`2026-01-31`, in the person's own time). */
export type Usage = Record<string, number>

const days = 7
const dayMs = 86_400_000

/** With these bytes added to today; what is older than a week is forgotten. */
export const addUsage = (usage: Usage, bytes: number, now: number): Usage => {
  const today = toDay(now)
  const counted = { ...usage, [today]: (usage[today] ?? 0) + bytes }
  const week = listWeek(now)
  return Object.fromEntries(Object.entries(counted).filter(([day]) => week.includes(day)))
}

/** Bytes of today and the six days before. */
export const sumWeek = (usage: Usage, now: number): number =>
  listWeek(now).reduce((sum, day) => sum + (usage[day] ?? 0), 0)

export const parseUsage = (value: unknown): Usage =>
  Object.fromEntries(
    Object.entries(toRecord(value)).filter(
      (entry): entry is [string, number] => toNumberOrNull(entry[1]) !== null,
    ),
  )

const listWeek = (now: number): string[] =>
  Array.from({ length: days }, (_, ago) => toDay(now - ago * dayMs))

const toDay = (time: number): string => {
  const date = new Date(time)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${date.getFullYear()}-${month}-${day}`
}

/** What was fetched in the last days. */
export const usageItem = createStoredItem({ key: 'usage', parse: parseUsage })
