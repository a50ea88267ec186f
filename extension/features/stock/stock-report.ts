import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toNumber, toNumberOrNull, toRecord } from '../../platform/unknown.ts'

export interface StockReport {
  /** The bytes of all stored pictures, not only of favorites. */
  bytes: number
  favoriteBytes: number
  kept: number
  missing: number
  /** The budget has no room for the missing favorites. */
  isFull: boolean
  isDiskFull: boolean
  /** By `toKey`, when the picture of a favorite could not be loaded, in milliseconds since 1970. */
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

export const stockReportItem = createStoredItem({ key: 'stock', parse: parseReport })

// The key is a day in the person's own time zone, such as `2026-01-31`.
export type Usage = Record<string, number>

const days = 7
const dayMs = 86_400_000

export const addUsage = (usage: Usage, bytes: number, now: number): Usage => {
  const today = toDay(now)
  const counted = { ...usage, [today]: (usage[today] ?? 0) + bytes }
  const week = listWeek(now)
  return Object.fromEntries(Object.entries(counted).filter(([day]) => week.includes(day)))
}

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

export const usageItem = createStoredItem({ key: 'usage', parse: parseUsage })
