import { createAlarm } from '../../platform/browser/alarm.ts'
import { onStart } from '../../platform/browser/events.ts'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import { type SyncedStorage, syncedStorage } from '../../platform/storage/synced-storage.ts'
import { toTextList } from '../../platform/unknown.ts'
import { coalesce } from '../../remote/limits.ts'
import { type Settings, settingsItem } from './settings.ts'
import {
  applyStamps,
  listNews,
  mergeStamps,
  parseStamps,
  type Stamps,
  stampChanges,
} from './stamps.ts'

const prefix = 'settings/'

interface SettingsSyncDeps {
  settings: StoredItem<Settings>
  /** What this device knows: what was chosen here and what came from elsewhere; `null` before the first time. */
  stamps: StoredItem<Stamps | null>
  synced: SyncedStorage
  /** Names of what the browser had no room for, for the person to see. */
  untaken: StoredItem<readonly string[]>
  now?: () => number
}

/**
 * Brings the settings to the person's other devices and back, each setting for itself: the one that
 * was chosen last holds. What a browser that syncs nothing does not take stays here and goes later.
 */
export const createSettingsSync =
  ({ settings, stamps, synced, untaken, now = Date.now }: SettingsSyncDeps) =>
  async (): Promise<void> => {
    // First of all what was chosen here, or what comes from elsewhere would be taken for it.
    const chosen = await settings.read()
    const known = await stamps.update((before) => stampChanges(before, chosen, now()))
    const theirs = await synced.read(prefix).then(parseStamps, () => undefined)
    if (!theirs) return
    const merged = mergeStamps(known ?? {}, theirs)
    // A choice made meanwhile has no stamp yet: it gets one in the next run, which it has set off.
    if (!(await apply(settings, chosen, merged))) return
    // Not before: what has a stamp but is not in the settings counts as taken off here.
    if (merged !== known) await stamps.update(() => merged)
    const left = await writeNews(synced, listNews(merged, theirs))
    await untaken.update((before) => (isSame(before, left) ? before : left))
  }

/** False, and nothing is changed, when the settings are no longer those that were `chosen`. */
const apply = async (settings: StoredItem<Settings>, chosen: Settings, stamps: Stamps) => {
  let isApplied = false
  await settings.update((latest) => {
    isApplied = isSame(latest, chosen)
    return isApplied ? applyStamps(stamps, latest) : latest
  })
  return isApplied
}

/**
 * One by one when they do not fit together: one that is too long must not hold back the others.
 * Resolves with the names of what was not taken.
 */
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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

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

/** Names of what the browser's sync had no room for; written by the background only. */
export const untakenItem = createStoredItem<readonly string[]>({
  key: 'settings.untaken',
  parse: toTextList,
})
