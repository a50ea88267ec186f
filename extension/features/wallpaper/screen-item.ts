import { parseScreenSize } from '../../platform/browser/screen.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'

/** The screen of the last tab, `undefined` before the first: the background has none of its own. */
export const screenItem = createStoredItem({ key: 'screen', parse: parseScreenSize })
