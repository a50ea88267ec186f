import { addBlocked, removeBlocked } from '../../../extension/features/settings/blocking.ts'
import type { Blocked } from '../../../extension/features/settings/setting-values.ts'
import { defaultSettings, type Settings } from '../../../extension/features/settings/settings.ts'
import {
  createSettingsSync,
  type Stamps,
} from '../../../extension/features/settings/settings-sync.ts'
import type { StoredPair, SyncedStorage } from '../../../extension/platform/storage/stored-item.ts'
import { createMemoryItem } from './memory-item.ts'

/** Chromium's limits for `storage.sync`: bytes per entry and in total, and number of entries. */
const quota = { entry: 8_192, all: 102_400, entries: 512 }

/** A fake clock that all devices share. Each reading by a device advances it by one millisecond. */
const time = { now: 1_800_000_000_000 }

const weigh = ([key, value]: [string, unknown]) =>
  Buffer.byteLength(`settings/${key}`) + Buffer.byteLength(JSON.stringify(value))

const fits = (entries: Record<string, unknown>) => {
  const sizes = Object.entries(entries).map(weigh)
  const sum = sizes.reduce((all, size) => all + size, 0)
  return Math.max(...sizes) <= quota.entry && sum <= quota.all && sizes.length <= quota.entries
}

const createCloud = () => {
  const entries: Record<string, unknown> = {}
  const synced: SyncedStorage & { writes: number; isOff: boolean } = {
    writes: 0,
    isOff: false,
    read: async () => {
      if (synced.isOff) throw new Error('switched off')
      return structuredClone(entries)
    },
    write: async (_, news) => {
      if (synced.isOff || !fits({ ...entries, ...news })) throw new Error('not taken')
      synced.writes++
      Object.assign(entries, structuredClone(news))
    },
    onChange: () => undefined,
  }
  return synced
}

const createDevice = (synced: SyncedStorage) => {
  const settings = createMemoryItem<Settings>(defaultSettings)
  const stamps = createMemoryItem<Stamps>({})
  const settingsAndStamps: StoredPair<Settings, Stamps> = {
    update: async (change) => {
      const [chosen, known] = change(await settings.read(), await stamps.read())
      await settings.update(() => chosen)
      await stamps.update(() => known)
    },
  }
  const deps = { settingsAndStamps, synced, now: () => time.now++ }
  const sync = createSettingsSync(deps)
  const choose = (part: Partial<Settings>) => settings.update((now) => ({ ...now, ...part }))
  const block = (name: string) =>
    settings.update((now) => ({ ...now, blocked: addBlocked(now.blocked, wallpaper(name)) }))
  const unblock = (name: string) =>
    settings.update((now) => ({ ...now, blocked: removeBlocked(now.blocked, wallpaper(name)) }))
  const listBlocked = async () => (await settings.read()).blocked.map(({ name }) => name)
  return { read: settings.read, sync, choose, block, unblock, listBlocked, deps }
}

export const createDevices = () => {
  const cloud = createCloud()
  const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
  const syncBoth = async () => {
    for (const device of [desk, sofa]) await device.sync()
  }
  return { cloud, desk, sofa, syncBoth }
}

export const wallpaper = (name: string): Blocked => ({
  kind: 'wallpaper',
  name,
  title: `Wallpaper ${name} that nobody wants to see again`,
})
