import * as z from 'zod/mini'
import { dayMs, toDate } from '../../../shared/days.ts'
import { toRecord } from '../../../shared/unknown.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'

const count = z.catch(z.number(), 0)
const counts = z.catch(z.record(z.string(), count), {})
const flag = z.catch(z.boolean(), false)

/** Downloaded bytes for each day. A key is a date in the person's time zone, such as `2026-01-31`. */
export type Usage = z.infer<typeof counts>

const reportSchema = z.object({
  /** The size of all stored pictures, including the ones that are not favorites. */
  bytes: count,
  favoriteBytes: count,
  count: count,
  missing: count,
  /** True when the budget has no room for the favorites that are not stored yet. */
  isFull: flag,
  isDiskFull: flag,
  /** When the download of a favorite's picture last failed (milliseconds since 1970), by the favorite's `toKey`. */
  failed: counts,
})

export type StorageReport = z.infer<typeof reportSchema>

export const storageReportItem = createStoredItem({
  key: 'storage',
  parse: (stored) => reportSchema.parse(toRecord(stored)),
})

const days = 7
export const addUsage = (usage: Usage, bytes: number, now: number): Usage => {
  const today = toDate(now)
  const counted = { ...usage, [today]: (usage[today] ?? 0) + bytes }
  const week = listWeek(now)
  return Object.fromEntries(Object.entries(counted).filter(([day]) => week.includes(day)))
}

export const sumWeek = (usage: Usage, now: number): number =>
  listWeek(now).reduce((sum, day) => sum + (usage[day] ?? 0), 0)

const listWeek = (now: number): string[] =>
  Array.from({ length: days }, (_, ago) => toDate(now - ago * dayMs))

export const usageItem = createStoredItem({ key: 'usage', parse: counts.parse })
