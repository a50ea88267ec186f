import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toTextList } from '../../platform/unknown.ts'

/** Names of what the browser's sync had no room for; written by the background only. */
export const untakenItem = createStoredItem<readonly string[]>({
  key: 'settings.untaken',
  parse: toTextList,
})
