import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { parseSettings, type Settings } from './settings.ts'

/** The one owner of the stored settings. */
export const settingsItem = createStoredItem<Settings>({ key: 'settings', parse: parseSettings })
