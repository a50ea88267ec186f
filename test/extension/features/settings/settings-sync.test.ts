import { describe, expect, it } from 'vitest'
import { createCloud, createDevice } from '../../fakes/synced-devices.ts'

describe('createSettingsSync', () => {
  it('copies the choices of one device to another', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    await desk.sync()
    await desk.choose({ category: 'nature', catalogues: ['https://walls.example'] })
    await desk.sync()
    await sofa.sync()
    expect(await sofa.read()).toEqual(await desk.read())
  })

  it('keeps the choices of two devices for different settings', async () => {
    const cloud = createCloud()
    const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
    for (const device of [desk, sofa]) await device.sync()
    await desk.choose({ category: 'art' })
    await sofa.choose({ color: 'blue' })
    for (const device of [desk, sofa, desk]) await device.sync()
    expect(await desk.read()).toMatchObject({ category: 'art', color: 'blue' })
    expect(await sofa.read()).toEqual(await desk.read())
  })

  it('keeps the later of two choices for one setting, and then writes nothing more', async () => {
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

  it('does not let the defaults of a new device undo a choice', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud, { rotation: 'day' })
    await desk.sync()
    const fresh = createDevice(cloud)
    for (const device of [fresh, desk]) await device.sync()
    expect((await desk.read()).rotation).toBe('day')
    expect((await fresh.read()).rotation).toBe('day')
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
    expect(await desk.untaken.read()).toEqual(['category'])
    await desk.choose({ category: 'art' })
    await desk.sync()
    expect(await desk.untaken.read()).toEqual([])
  })

  it('syncs settings only, and nothing of an account', async () => {
    const cloud = createCloud()
    const desk = createDevice(cloud)
    await desk.sync()
    await desk.choose({ catalogues: ['https://walls.example'], ...{ token: 'secret' } })
    await desk.sync()
    expect(JSON.stringify(await cloud.read(''))).not.toContain('secret')
  })
})
