import * as z from 'zod/mini'
import { toRecord } from '../../../shared/unknown.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'

const count = z.catch(z.number(), 0)
const counts = z.catch(z.record(z.string(), count), {})
const flag = z.catch(z.boolean(), false)

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
