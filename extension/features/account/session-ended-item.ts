import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toRecord } from '../../platform/unknown.ts'

/** Whether the person must sign in again: all that a new tab has to know of `accountStateItem`. Read only. */
export const sessionEndedItem = createStoredItem({
  key: 'account.state',
  parse: (stored) => toRecord(stored).kind === 'session-ended',
})
