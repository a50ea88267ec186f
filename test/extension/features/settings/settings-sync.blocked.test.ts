import { describe, expect, it } from 'vitest'
import { maxBlocked } from '../../../../extension/features/blocked/blocking.ts'
import { partOf } from '../../../../extension/features/settings/synced-blocked.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { createRandom } from '../../fakes/create-random.ts'
import { createCloud, createDevice, time, wallpaper } from '../../fakes/synced-devices.ts'

describe('createSettingsSync of what is blocked', () => {
  it('syncs the largest list of blocked entries, and then sends only the parts that change', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.sync()
    const names = Array.from({ length: maxBlocked }, (_, at) => `a-wallpaper-of-a-long-name-${at}`)
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

  it('unblocks half of the list, and then all of it, on every device', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    const names = Array.from({ length: maxBlocked }, (_, at) => `${at}-`.padEnd(60, 'long-name-'))
    await desk.choose({ blocked: names.map(wallpaper) })
    for (const device of [desk, sofa]) await device.sync()
    expect(await sofa.listBlocked()).toHaveLength(maxBlocked)
    for (const left of [maxBlocked / 2, 0]) {
      await desk.choose({ blocked: (await desk.read()).blocked.slice(0, left) })
      for (const device of [desk, sofa, desk]) await device.sync()
      expect(await sofa.listBlocked()).toHaveLength(left)
      expect(await desk.listBlocked()).toHaveLength(left)
    }
    expect(await desk.untaken.read()).toEqual([])
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

  describe('of entries of one part', () => {
    const [one = '', other = '', third = ''] = Array.from(
      { length: 200 },
      (_, at) => `w${at}`,
    ).filter((name) => partOf(wallpaper(name)) === partOf(wallpaper('w0')))

    const setUpTwo = async (...names: string[]) => {
      const cloud = createCloud()
      const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
      for (const name of names) await desk.block(name)
      for (const device of [desk, sofa]) await device.sync()
      /** Synchronizes both devices until neither of them writes anything more. */
      const settle = async () => {
        for (const device of [desk, sofa, desk, sofa]) await device.sync()
        const { writes } = cloud
        for (const device of [desk, sofa]) await device.sync()
        expect(cloud.writes).toBe(writes)
        expect((await sofa.listBlocked()).toSorted()).toEqual((await desk.listBlocked()).toSorted())
        return (await desk.listBlocked()).toSorted()
      }
      return { cloud, desk, sofa, settle }
    }

    it('keeps what two devices block at the same time', async () => {
      const { desk, sofa, settle } = await setUpTwo(third)
      await desk.block(one)
      await sofa.block(other)
      expect(await settle()).toEqual([one, other, third].toSorted())
    })

    it('keeps the entries of both devices when one overwrites a part that it has not seen', async () => {
      const { cloud, desk, sofa, settle } = await setUpTwo(third)
      const before = await cloud.read('')
      await desk.block(one)
      await desk.sync()
      await cloud.write('', before)
      await sofa.block(other)
      await sofa.sync()
      expect(await settle()).toEqual([one, other, third].toSorted())
    })

    it('keeps an entry unblocked that one device unblocks while another device blocks others', async () => {
      const { desk, sofa, settle } = await setUpTwo(one, third)
      await desk.unblock(one)
      await sofa.block(other)
      expect(await settle()).toEqual([other, third].toSorted())
      await sofa.block(one)
      expect(await settle()).toEqual([one, other, third].toSorted())
    })

    it('applies the later change of the same entry', async () => {
      const { cloud, desk, sofa, settle } = await setUpTwo(one)
      cloud.isOff = true
      for (const device of [desk, sofa]) {
        await device.unblock(one)
        await device.sync()
      }
      await sofa.block(one)
      await sofa.sync()
      cloud.isOff = false
      expect(await settle()).toEqual([one])
    })

    it('applies the last change of each entry on three devices that sync in any order', async () => {
      const random = createRandom(3)
      const pick = <T>(list: readonly T[]): T =>
        expectDefined(list[Math.floor(random() * list.length)])
      for (let run = 0; run < 30; run++) {
        const cloud = createCloud()
        const devices = [createDevice(cloud), createDevice(cloud), createDevice(cloud)]
        const wishes = new Map<string, boolean>()
        for (const device of devices) await device.sync()
        for (let step = 0; step < 12; step++) {
          const [device, name] = [pick(devices), pick([one, other, third])]
          const isOn = !(await device.listBlocked()).includes(name)
          await (isOn ? device.block(name) : device.unblock(name))
          wishes.set(name, isOn)
          time.now += 50
          cloud.isOff = random() < 0.6
          await device.sync()
        }
        cloud.isOff = false
        for (const device of [...devices, ...devices]) await device.sync()
        const wanted = [...wishes].filter(([, isOn]) => isOn).map(([name]) => name)
        for (const device of devices)
          expect((await device.listBlocked()).toSorted(), `${run}`).toEqual(wanted.toSorted())
      }
    })

    it('keeps only as many marks of unblocked entries as fit', async () => {
      const { cloud, desk, settle } = await setUpTwo(one)
      const part = partOf(wallpaper(one))
      const often = Array.from({ length: 2_000 }, (_, at) => `often-${at}`).filter(
        (name) => partOf(wallpaper(name)) === part,
      )
      expect(often.length).toBeGreaterThan(100)
      for (const name of often) {
        await desk.block(name)
        await desk.sync()
        await desk.unblock(name)
        await desk.sync()
      }
      expect(await settle()).toEqual([one])
      expect(await desk.untaken.read()).toEqual([])
      // The browser limits the total size of synced settings. Sixteen parts of at most 6,000 bytes
      // leave room for the other settings.
      expect(JSON.stringify((await cloud.read(''))[part]).length).toBeLessThan(6_000)
    })
  })
})
