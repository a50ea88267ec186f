import { coalesce } from '../../../shared/async.ts'
import { isSame, toTextList } from '../../../shared/unknown.ts'
import { createAlarm, onStart } from '../../platform/browser/wake.ts'
import {
  createStoredItem,
  createStoredPair,
  type StoredItem,
  type StoredPair,
} from '../../platform/storage/stored-item.ts'
import { type SyncedStorage, syncedStorage } from '../../platform/storage/synced-storage.ts'
import { parseSettings, type Settings, settingsItem } from './settings.ts'
import {
  applyStamps,
  mergeStamps,
  packStamps,
  parseStamps,
  type Stamps,
  stampChanges,
} from './stamps.ts'

const prefix = 'settings/'

/** The names of the settings that the browser's sync rejected. Only the background changes this list. */
export const untakenItem = createStoredItem<readonly string[]>({
  key: 'settings.untaken',
  parse: toTextList,
})

interface SettingsSyncDeps {
  settingsAndStamps: StoredPair<Settings, Stamps>
  synced: SyncedStorage
  untaken: StoredItem<readonly string[]>
  now?: () => number
}

export const createSettingsSync =
  ({ settingsAndStamps, synced, untaken, now = Date.now }: SettingsSyncDeps) =>
  async (): Promise<void> => {
    const theirs = await synced.read(prefix).then(parseStamps, () => undefined)
    let merged: Stamps = {}
    // The settings and their times are stored together. A setting without its time would look like a choice on this device.
    await settingsAndStamps.update((settings, before) => {
      // Changes on this device get their time before those of other devices are merged, so that they are not confused.
      merged = mergeStamps(stampChanges(before, settings, now()), theirs ?? {})
      return [applyStamps(merged, settings), merged]
    })
    if (!theirs) return
    const left = await writeNews(synced, listNews(merged, theirs))
    await untaken.update((before) => (isSame(before, left) ? before : left))
  }

const listNews = (mine: Stamps, theirs: Stamps): Stamps => {
  const there = packStamps(theirs)
  const here = Object.entries(packStamps(mine))
  return Object.fromEntries(here.filter(([name, stamp]) => !isSame(stamp, there[name])))
}

// Syncs all changed settings. If the browser rejects them together, each setting is written alone, so that one
// large setting does not hold back the others. Resolves with the names of the rejected settings.
const writeNews = async (synced: SyncedStorage, news: Stamps): Promise<string[]> => {
  if (Object.keys(news).length === 0) return []
  const left: string[] = []
  try {
    await synced.write(prefix, news)
  } catch {
    for (const [name, stamp] of Object.entries(news)) {
      await synced.write(prefix, { [name]: stamp }).catch(() => left.push(name))
    }
  }
  return left
}

// A sync starts this long after the last change, because browsers allow only 1,800 writes an hour.
const quietMs = 3_000

export const startSettingsSync = (): void => {
  const sync = coalesce(
    createSettingsSync({
      settingsAndStamps: createStoredPair(
        { key: 'settings', parse: parseSettings },
        // The last choice for each setting on any device, with its time.
        { key: 'settings.stamps', parse: parseStamps },
      ),
      synced: syncedStorage,
      untaken: untakenItem,
    }),
  )
  const alarm = createAlarm('settings-sync', () => sync({ asked: false }))
  settingsItem.onChange(() => alarm.set(Date.now() + quietMs))
  syncedStorage.onChange(prefix, () => sync({ asked: false }))
  onStart(() => sync({ asked: false }))
}
