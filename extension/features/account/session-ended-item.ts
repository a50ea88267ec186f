import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toRecord } from '../../platform/unknown.ts'

/** Reads one bit of `accountStateItem`, whose parser would be too large for the new tab. Never written. */
export const sessionEndedItem = createStoredItem({
  key: 'account.state',
  parse: (stored) => toRecord(stored).kind === 'session-ended',
})
