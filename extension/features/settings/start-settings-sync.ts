import { createAlarm } from '../../platform/browser/alarm.ts'
import { onStart } from '../../platform/browser/messages.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { syncedStorage } from '../../platform/storage/synced-storage.ts'
import { coalesce } from '../../remote/limits.ts'
import { settingsItem } from './settings-item.ts'
import { createSettingsSync } from './settings-sync.ts'
import { parseStamps } from './stamps.ts'
import { untakenItem } from './untaken-item.ts'

/** Several changes in a row are one write: a browser takes 1,800 of them in an hour, one in 2 s. */
const quietMs = 3_000

const stampsItem = createStoredItem({
  key: 'settings.stamps',
  parse: (stored) => (stored === undefined ? null : parseStamps(stored)),
})

/** In the background: keeps the settings of the person's devices in step. */
export const startSettingsSync = (): void => {
  const sync = coalesce(
    createSettingsSync({
      settings: settingsItem,
      stamps: stampsItem,
      synced: syncedStorage,
      untaken: untakenItem,
    }),
  )
  const alarm = createAlarm('settings-sync', () => sync({ asked: false }))
  settingsItem.onChange(() => alarm.set(Date.now() + quietMs))
  syncedStorage.onChange('settings/', () => sync({ asked: false }))
  onStart(() => sync({ asked: false }))
}
