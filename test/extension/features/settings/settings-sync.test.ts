import { describe, expect, it } from 'vitest'
import type { Blocked } from '../../../../extension/features/blocked/blocked.ts'
import { partOf } from '../../../../extension/features/blocked/blocked-parts.ts'
import { addBlocked, MAX_BLOCKED } from '../../../../extension/features/blocked/blocking.ts'
import { defaultSettings, type Settings } from '../../../../extension/features/settings/settings.ts'
import { createSettingsSync } from '../../../../extension/features/settings/settings-sync.ts'
import type { Stamps } from '../../../../extension/features/settings/stamps.ts'
import type { SyncedStorage } from '../../../../extension/platform/synced-storage.ts'
import { createMemoryItem } from '../../fakes/memory-item.ts'

/** What the browser's makers carry between devices: in bytes, of the keys and of the values as JSON. */
const QUOTA = { entry: 8_192, all: 102_400, entries: 512 }

const weigh = ([key, value]: [string, unknown]) =>
  Buffer.byteLength(`settings/${key}`) + Buffer.byteLength(JSON.stringify(value))

const fits = (entries: Record<string, unknown>) => {
  const sizes = Object.entries(entries).map(weigh)
  const sum = sizes.reduce((all, size) => all + size, 0)
  return Math.max(...sizes) <= QUOTA.entry && sum <= QUOTA.all && sizes.length <= QUOTA.entries
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

let clock = 1_000

const createDevice = (synced: SyncedStorage, start: Partial<Settings> = {}) => {
  const settings = createMemoryItem<Settings>({ ...defaultSettings, ...start })
  const stamps = createMemoryItem<Stamps | null>(null)
  const untaken = createMemoryItem<readonly string[]>([])
  const sync = createSettingsSync({ settings, stamps, synced, untaken, now: () => clock++ })
  const choose = (part: Partial<Settings>) => settings.update((now) => ({ ...now, ...part }))
  const block = (name: string) =>
    settings.update((now) => ({ ...now, blocked: addBlocked(now.blocked, wallpaper(name)) }))
  const listBlocked = async () => (await settings.read()).blocked.map(({ name }) => name)
  return { read: settings.read, sync, choose, block, listBlocked, untaken }
}

const wallpaper = (name: string): Blocked => ({
  kind: 'wallpaper',
  name,
  title: `Wallpaper ${name} that nobody wants to see again`,
})

describe('createSettingsSync', () => {
  it('brings the choices of one device to another', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.sync()
    await desk.choose({ category: 'nature', server: 'https://walls.example' })
    await desk.sync()
    await sofa.sync()
    expect(await sofa.read()).toEqual(await desk.read())
  })

  it('lets two devices that chose different things keep both', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    for (const device of [desk, sofa]) await device.sync()
    await desk.choose({ category: 'art' })
    await sofa.choose({ color: 'blue' })
    for (const device of [desk, sofa, desk]) await device.sync()
    expect(await desk.read()).toMatchObject({ category: 'art', color: 'blue' })
    expect(await sofa.read()).toEqual(await desk.read())
  })

  it('keeps the later of two choices of the same thing, and then is quiet', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    for (const device of [desk, sofa]) await device.sync()
    await desk.choose({ category: 'art' })
    await desk.sync()
    await sofa.choose({ category: 'cars' })
    for (const device of [sofa, desk]) await device.sync()
    const { writes } = cloud
    for (const device of [sofa, desk, sofa, desk]) await device.sync()
    expect([(await desk.read()).category, (await sofa.read()).category]).toEqual(['cars', 'cars'])
    expect(cloud.writes).toBe(writes)
  })

  it('does not let a new device’s defaults undo what was chosen', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud, { rotation: 'day' })
    await desk.sync()
    const fresh = createDevice(cloud)
    for (const device of [fresh, desk]) await device.sync()
    expect((await desk.read()).rotation).toBe('day')
    expect((await fresh.read()).rotation).toBe('day')
  })

  it('keeps everything here while the browser syncs nothing, and sends it later', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud)
    cloud.isOff = true
    await desk.sync()
    await desk.choose({ color: 'red' })
    await desk.sync()
    expect((await desk.read()).color).toBe('red')
    cloud.isOff = false
    await desk.sync()
    expect(await cloud.read('')).toMatchObject({ color: { value: 'red' } })
  })

  it('sends the rest when one setting is too long to be taken', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud)
    await desk.sync()
    await desk.choose({ category: 'x'.repeat(9_000), color: 'red' })
    await desk.sync()
    expect(Object.keys(await cloud.read(''))).toEqual(['color'])
    expect(await desk.untaken.read()).toEqual(['category'])
    await desk.choose({ category: 'art' })
    await desk.sync()
    expect(await desk.untaken.read()).toEqual([])
  })

  it('brings a list of all that can be blocked, and then sends only what changes of it', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    const names = Array.from({ length: MAX_BLOCKED }, (_, at) => `a-wallpaper-of-a-long-name-${at}`)
    await desk.choose({ blocked: names.map(wallpaper) })
    for (const device of [desk, sofa]) await device.sync()
    expect((await sofa.listBlocked()).toSorted()).toEqual(names.toSorted())
    expect(await desk.untaken.read()).toEqual([])
    const before = await cloud.read('')
    await sofa.choose({ blocked: (await sofa.read()).blocked.slice(0, -1) })
    for (const device of [sofa, desk]) await device.sync()
    expect((await desk.listBlocked()).toSorted()).toEqual((await sofa.listBlocked()).toSorted())
    const after = Object.entries(await cloud.read(''))
    expect(
      after.filter(([name, stamp]) => JSON.stringify(stamp) !== JSON.stringify(before[name])),
    ).toHaveLength(1)
  })

  it('keeps what two devices block at the same time in different parts, in the order of each', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.block('first')
    for (const device of [desk, sofa]) await device.sync()
    expect(partOf(wallpaper('rain'))).not.toBe(partOf(wallpaper('cats')))
    await desk.block('rain')
    await sofa.block('cats')
    for (const device of [desk, sofa, desk]) await device.sync()
    expect(await desk.listBlocked()).toEqual(['first', 'rain', 'cats'])
    expect(await sofa.listBlocked()).toEqual(['first', 'cats', 'rain'])
    const { writes } = cloud
    for (const device of [sofa, desk, sofa]) await device.sync()
    expect(cloud.writes).toBe(writes)
  })

  it('takes over the list of a device with an older version, which has it in one', async () => {
    const cloud = createCloud()
    const at = 500
    await cloud.write('', { blocked: { value: [wallpaper('old')], at } })
    const desk = createDevice(cloud)
    await desk.sync()
    await desk.block('new')
    await desk.sync()
    const sofa = createDevice(cloud)
    await sofa.sync()
    expect(await sofa.listBlocked()).toEqual(expect.arrayContaining(['old', 'new']))
    await cloud.write('', { blocked: { value: [wallpaper('later')], at: clock++ } })
    for (const device of [desk, sofa]) await device.sync()
    expect(await desk.listBlocked()).toEqual(['later'])
    expect(await sofa.listBlocked()).toEqual(['later'])
  })

  it('sends settings alone: nothing of an account', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud)
    await desk.sync()
    await desk.choose({ server: 'https://walls.example', ...{ token: 'secret' } })
    await desk.sync()
    expect(JSON.stringify(await cloud.read(''))).not.toContain('secret')
  })
})
