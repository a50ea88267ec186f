import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { parseSyncStatus } from './sync-status.ts'

/** How sending went last time. Apart from the others: no new tab needs it. */
export const syncStatusItem = createStoredItem({ key: 'favorites.sync', parse: parseSyncStatus })
