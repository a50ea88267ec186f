import { toNumber, toRecord } from '../../platform/unknown.ts'
import { type Attempts, noAttempts, parseAttempts } from '../../remote/back-off.ts'
import { type Owner, parseOwner } from './owner.ts'

/** How the favorites of one owner went to the account last time. Times are milliseconds since 1970. */
export type SyncStatus = Attempts & {
  owner: Owner
  /** When the whole list was last read; 0: never. */
  syncedAt: number
}

/** Without a change of its own, a device asks this often what others have changed. */
export const refreshAfterMs = 60_000

const startSyncStatus = (owner: Owner): SyncStatus => ({
  owner,
  ...noAttempts,
  syncedAt: 0,
})

/** The status that counts for this owner. */
export const toStatusOf = (owner: Owner, status: SyncStatus): SyncStatus =>
  status.owner === owner ? status : startSyncStatus(owner)

export const parseSyncStatus = (value: unknown): SyncStatus => {
  const stored = toRecord(value)
  return {
    owner: parseOwner(stored.owner),
    ...parseAttempts(stored),
    syncedAt: toNumber(stored.syncedAt),
  }
}
