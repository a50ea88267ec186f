import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toNumber, toRecord } from '../../platform/unknown.ts'
import { type Attempts, parseAttempts } from '../../remote/back-off.ts'
import { type Owner, parseOwner } from './favorites.ts'

/** How the last sync of one owner's favorites went. Times are milliseconds since 1970. */
export interface SyncStatus extends Attempts {
  owner: Owner
  /** When the server's whole list was last read, or 0 if it never was. */
  syncedAt: number
}

/** Without changes of its own, a device fetches the list at most this often. */
export const refreshAfterMs = 60_000

export const toStatusOf = (owner: Owner, status: SyncStatus): SyncStatus =>
  status.owner === owner ? status : { ...parseAttempts(undefined), owner, syncedAt: 0 }

const parseSyncStatus = (value: unknown): SyncStatus => {
  const { owner, syncedAt } = toRecord(value)
  return { ...parseAttempts(value), owner: parseOwner(owner), syncedAt: toNumber(syncedAt) }
}

export const syncStatusItem = createStoredItem({ key: 'favorites.sync', parse: parseSyncStatus })
