import { coalesce } from '../../../shared/async.ts'
import { isSame, toNumberOrNull, toRecord } from '../../../shared/unknown.ts'
import { createAlarm, onStart } from '../../platform/browser/wake.ts'
import {
  createStoredPair,
  type StoredPair,
  type SyncedStorage,
  syncedStorage,
} from '../../platform/storage/stored-item.ts'
import { type Blocked, parseBlocked } from './setting-values.ts'
import { defaultSettings, parseSettings, type Settings, settingsItem } from './settings.ts'

const prefix = 'settings/'

interface SettingsSyncDeps {
  settingsAndStamps: StoredPair<Settings, Stamps>
  synced: SyncedStorage
  now?: () => number
}

export const createSettingsSync =
  ({ settingsAndStamps, synced, now = Date.now }: SettingsSyncDeps) =>
  async (): Promise<void> => {
    const theirs = await synced.read(prefix).then(parseStamps, () => undefined)
    let merged: Stamps = {}
    // The settings and their times are stored together. A setting without its time would look like a choice on this device.
    await settingsAndStamps.update((settings, before) => {
      // Changes on this device get their time first. Otherwise merged changes of other devices would count as changes
      // on this one.
      merged = mergeStamps(stampChanges(before, settings, now()), theirs ?? {})
      return [applyStamps(merged, settings), merged]
    })
    if (theirs) await writeNews(synced, listNews(merged, theirs))
  }

const listNews = (mine: Stamps, theirs: Stamps): Stamps =>
  Object.fromEntries(Object.entries(mine).filter(([name, stamp]) => !isSame(stamp, theirs[name])))

// Syncs all changed settings. If the browser rejects them together, each setting is written alone, so that one
// large setting does not hold back the others.
const writeNews = async (synced: SyncedStorage, news: Stamps): Promise<void> => {
  if (Object.keys(news).length === 0) return
  await synced.write(prefix, news).catch(async () => {
    for (const [name, stamp] of Object.entries(news))
      await synced.write(prefix, { [name]: stamp }).catch(() => {})
  })
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
    }),
  )
  const alarm = createAlarm('settings-sync', () => sync({ asked: false }))
  settingsItem.onChange(() => alarm.set(Date.now() + quietMs))
  syncedStorage.onChange(prefix, () => sync({ asked: false }))
  onStart(() => sync({ asked: false }))
}

/** The value of a setting, with the time of its last change in milliseconds since 1970. */
interface Stamp {
  value: unknown
  at: number
}

/**
 * The last change of each setting on any device. Each blocked thing counts as a setting of its own, such as
 * `blocked/tag sky`, whose value is `null` after it was unblocked. Browsers sync at most 512 settings.
 */
export type Stamps = Record<string, Stamp>

const blockedPrefix = 'blocked/'
const titleLength = 40

const nameOf = ({ kind, name }: Blocked) => `${blockedPrefix}${kind} ${name}`

const toValues = ({ blocked, ...single }: Settings): Record<string, unknown> => ({
  ...single,
  ...Object.fromEntries(
    blocked.map((entry) => [nameOf(entry), { ...entry, title: entry.title.slice(0, titleLength) }]),
  ),
})

export const stampChanges = (stamps: Stamps, settings: Settings, now: number): Stamps => {
  const chosen = toValues(parseSettings(settings))
  const known = toValues(applyStamps(stamps, defaultSettings))
  // The title of a blocked thing may differ between devices.
  const isChanged = (name: string) =>
    name.startsWith(blockedPrefix)
      ? name in chosen !== name in known
      : !isSame(chosen[name], known[name])
  const toStamp = (name: string): Stamp => ({
    value: chosen[name] ?? null,
    at: Math.max(now, (stamps[name]?.at ?? 0) + 1),
  })
  const names = Object.keys({ ...chosen, ...known }).filter(isChanged)
  return combine(stamps, Object.fromEntries(names.map((name) => [name, toStamp(name)])))
}

export const mergeStamps = (mine: Stamps, theirs: Stamps): Stamps => {
  const later = Object.entries(theirs).filter(([name, stamp]) => isLater(stamp, mine[name]))
  return combine(mine, Object.fromEntries(later))
}

// Two changes in the same millisecond are compared by their values, so that all devices agree. Blocking wins over
// unblocking.
const isLater = (one: Stamp, other: Stamp | undefined): boolean => {
  if (!other || one.at !== other.at) return one.at > (other?.at ?? 0)
  return JSON.stringify(one.value) > JSON.stringify(other.value)
}

const combine = (stamps: Stamps, news: Stamps): Stamps =>
  Object.keys(news).length === 0 ? stamps : { ...stamps, ...news }

export const applyStamps = (stamps: Stamps, settings: Settings): Settings => {
  const values = Object.entries(stamps).map(([name, { value }]) => [name, value])
  const listed = settings.blocked.filter((entry) => stamps[nameOf(entry)]?.value !== null)
  const known = new Set(listed.map(nameOf))
  const others = listBlocked(stamps).filter(({ name, value }) => value && !known.has(name))
  // A newer version on another device may have synced a value that is unknown here.
  const next = {
    ...parseSettings({ ...settings, ...Object.fromEntries(values) }),
    blocked: [...listed, ...parseBlocked(others.map(({ value }) => value))],
  }
  return isSame(next, settings) ? settings : next
}

const listBlocked = (stamps: Stamps) =>
  Object.entries(stamps)
    .filter(([name]) => name.startsWith(blockedPrefix))
    .map(([name, stamp]) => ({ name, ...stamp }))
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))

export const parseStamps = (stored: unknown): Stamps =>
  Object.fromEntries(
    Object.entries(toRecord(stored)).flatMap(([name, stamp]) => {
      const { value, at } = toRecord(stamp)
      const time = toNumberOrNull(at)
      return time === null || value === undefined ? [] : [[name, { value, at: time }]]
    }),
  )
