import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toList } from '../../platform/unknown.ts'
import { parseChange, toName, toSlot } from './favorites.ts'
import { outboxLog } from './favorites-items.ts'

/** The first version kept all changes under one key. */
const firstOutboxItem = createStoredItem({
  key: 'favorites.outbox',
  parse: (stored) => toList(stored, parseChange),
})

/** Brings hearts of the first version to where they are kept now. It may be stopped anywhere. */
export const bringFirstOutbox = async (): Promise<void> => {
  for (const change of await firstOutboxItem.read()) {
    await outboxLog.append(toName(change), change, toSlot(change))
  }
  await firstOutboxItem.update((left) => (left.length > 0 ? [] : left))
}
