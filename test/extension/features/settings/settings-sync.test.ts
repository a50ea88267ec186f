import { describe, expect, it } from 'vitest'
import { createSettingsSync } from '../../../../extension/features/settings/settings-sync.ts'
import { createCloud, createDevice, wallpaper } from '../../fakes/synced-devices.ts'

describe('createSettingsSync', () => {
  it('copies the choices of one device to another', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.sync()
    await desk.choose({ category: 'nature', sources: ['https://walls.example'] })
    await desk.sync()
    await sofa.sync()
    expect(await sofa.read()).toEqual(await desk.read())
  })

  it('writes only what the other devices do not know', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    for (const device of [desk, sofa]) await device.sync()
    await sofa.choose({ color: 'red' })
    await sofa.sync()
    await desk.choose({ category: 'art' })
    const news: Record<string, unknown>[] = []
    const write: typeof cloud.write = async (_, entries) => void news.push(entries)
    await createSettingsSync({ ...desk.deps, synced: { ...cloud, write } })()
    expect(news.map(Object.keys)).toEqual([['category']])
  })

  it('undoes no choice of another device when the person changes a setting meanwhile', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    for (const device of [desk, sofa]) await device.sync()
    await desk.choose({ category: 'art' })
    await desk.block('cats')
    await desk.sync()
    await sofa.choose({ color: 'blue' })
    const { synced } = sofa.deps
    const read: typeof synced.read = async (prefix) => {
      await sofa.choose({ color: 'red' })
      return synced.read(prefix)
    }
    await createSettingsSync({ ...sofa.deps, synced: { ...synced, read } })()
    for (const device of [sofa, desk]) await device.sync()
    for (const device of [sofa, desk]) {
      expect(await device.read()).toMatchObject({ category: 'art', color: 'red' })
      expect(await device.listBlocked()).toEqual(['cats'])
    }
  })

  it('keeps all choices on the device while the browser’s sync is off, and sends them later', async () => {
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

  it('syncs the other settings when the browser refuses one that is too long', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud)
    await desk.sync()
    await desk.choose({ category: 'x'.repeat(9_000), color: 'red' })
    await desk.sync()
    expect(Object.keys(await cloud.read(''))).toEqual(['color'])
  })

  it('syncs eight links, however long they are', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.sync()
    // Of all characters of a name, half of an emoji takes most bytes.
    const longest = `https://${'x'.repeat(700)} ${'\ud83d'.repeat(40)}`
    await desk.choose({ links: Array(8).fill(longest) })
    for (const device of [desk, sofa]) await device.sync()
    expect((await sofa.read()).links).toHaveLength(8)
  })

  it('syncs settings only, and nothing of an account', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud)
    await desk.sync()
    await desk.choose({ sources: ['https://walls.example'], ...{ token: 'secret' } })
    await desk.sync()
    expect(JSON.stringify(await cloud.read(''))).not.toContain('secret')
  })
})

describe('createSettingsSync of what is blocked', () => {
  it('syncs hundreds of blocked entries, and then sends only those that change', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.sync()
    const names = Array.from({ length: 350 }, (_, at) => `a-wallpaper-of-a-long-name-${at}`)
    await desk.choose({ blocked: names.map(wallpaper) })
    for (const device of [desk, sofa]) await device.sync()
    expect((await sofa.listBlocked()).toSorted()).toEqual(names.toSorted())
    const before = await cloud.read('')
    await sofa.choose({ blocked: (await sofa.read()).blocked.slice(0, -1) })
    for (const device of [sofa, desk]) await device.sync()
    expect((await desk.listBlocked()).toSorted()).toEqual((await sofa.listBlocked()).toSorted())
    const after = Object.entries(await cloud.read(''))
    expect(
      after.filter(([name, stamp]) => JSON.stringify(stamp) !== JSON.stringify(before[name])),
    ).toHaveLength(1)
  })

  it('keeps what two devices block at the same time, in the order of each', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.block('first')
    for (const device of [desk, sofa]) await device.sync()
    await desk.block('rain')
    await sofa.block('cats')
    for (const device of [desk, sofa, desk]) await device.sync()
    expect(await desk.listBlocked()).toEqual(['first', 'rain', 'cats'])
    expect(await sofa.listBlocked()).toEqual(['first', 'cats', 'rain'])
    const { writes } = cloud
    for (const device of [sofa, desk, sofa]) await device.sync()
    expect(cloud.writes).toBe(writes)
  })
})
