import { toNumber, toRecord } from '../../../shared/unknown.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { type Attempts, parseAttempts } from '../../remote/back-off.ts'
import { type Owner, parseOwner } from './favorites.ts'

export interface SyncStatus extends Attempts {
  owner: Owner
  /** When the server's list of favorites was last read (milliseconds since 1970), or 0 for never. */
  syncedAt: number
}

/** A device without new changes fetches the list of favorites at most once in this time. */
export const refreshAfterMs = 60_000

export const toStatusOf = (owner: Owner, status: SyncStatus): SyncStatus =>
  status.owner === owner ? status : { ...parseAttempts(undefined), owner, syncedAt: 0 }

const parseSyncStatus = (value: unknown): SyncStatus => {
  const { owner, syncedAt } = toRecord(value)
  return { ...parseAttempts(value), owner: parseOwner(owner), syncedAt: toNumber(syncedAt) }
}

export const syncStatusItem = createStoredItem({ key: 'favorites.sync', parse: parseSyncStatus })
