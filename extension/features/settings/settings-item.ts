import { createStoredItem } from '../../platform/stored-item.ts'
import { parseSettings, type Settings } from './settings.ts'

/** The one owner of the stored settings. */
export const settingsItem = createStoredItem<Settings>({ key: 'settings', parse: parseSettings })
