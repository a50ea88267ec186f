import { describe, expect, it } from 'vitest'
import { createSettingsSync } from '../../../../extension/features/settings/settings-sync.ts'
import { type Stop, settle, stopAt } from '../../fakes/stop-at.ts'
import { createCloud, createDevice } from '../../fakes/synced-devices.ts'

type Deps = ReturnType<typeof createDevice>['deps']

const wrapAll = (deps: Deps, stop: Stop): Deps => ({
  settings: stop.wrap(deps.settings),
  stamps: stop.wrap(deps.stamps),
  settingsAndStamps: stop.wrap(deps.settingsAndStamps),
  synced: stop.wrap(deps.synced),
  untaken: stop.wrap(deps.untaken),
  now: deps.now,
})

/**
 * Creates two synchronized devices that both changed a setting. Only the first device, `desk`, has
 * uploaded its change.
 */
const createDevices = async () => {
  const cloud = createCloud()
  const [desk, sofa] = [createDevice(cloud), createDevice(cloud)]
  await desk.choose({ rotation: 'day' })
  for (const name of ['rain', 'gone']) await desk.block(name)
  for (const device of [desk, sofa]) await device.sync()
  await desk.choose({ category: 'art', rotation: 'tab' })
  await desk.block('cats')
  await desk.unblock('gone')
  await desk.sync()
  await sofa.choose({ color: 'blue' })
  await sofa.block('dogs')
  return { desk, sofa }
}

const countSteps = async (): Promise<number> => {
  const all = stopAt(Number.POSITIVE_INFINITY, false)
  await createSettingsSync(wrapAll((await createDevices()).sofa.deps, all))()
  return all.count()
}

describe('a sync of settings whose background the browser stops', () => {
  it.each([false, true])(
    'undoes no choice of any device, at any step (done: %s)',
    async (isDone) => {
      const steps = await countSteps()
      expect(steps).toBeGreaterThan(5)
      for (let step = 1; step <= steps; step++) {
        const { desk, sofa } = await createDevices()
        void createSettingsSync(wrapAll(sofa.deps, stopAt(step, isDone)))()
        await settle()
        for (const device of [sofa, desk]) await device.sync()
        for (const device of [sofa, desk]) {
          const chosen = { category: 'art', rotation: 'tab', color: 'blue' }
          expect(await device.read(), `step ${step}`).toMatchObject(chosen)
          const blocked = (await device.listBlocked()).toSorted()
          expect(blocked, `step ${step}`).toEqual(['cats', 'dogs', 'rain'])
        }
      }
    },
  )

  it('does not block again what another device has shown again since', async () => {
    const steps = await countSteps()
    for (let step = 1; step <= steps; step++) {
      const { desk, sofa } = await createDevices()
      void createSettingsSync(wrapAll(sofa.deps, stopAt(step, true)))()
      await settle()
      await desk.unblock('rain')
      await desk.unblock('cats')
      for (const device of [desk, sofa, desk]) await device.sync()
      for (const device of [sofa, desk])
        expect(await device.listBlocked(), `step ${step}`).toEqual(['dogs'])
    }
  })

  it('undoes no choice of another device when the person changes a setting meanwhile', async () => {
    const { desk, sofa } = await createDevices()
    const read: Deps['synced']['read'] = async (prefix) => {
      await sofa.choose({ color: 'red' })
      return sofa.deps.synced.read(prefix)
    }
    await createSettingsSync({ ...sofa.deps, synced: { ...sofa.deps.synced, read } })()
    for (const device of [sofa, desk]) await device.sync()
    for (const device of [sofa, desk]) {
      expect(await device.read()).toMatchObject({ category: 'art', rotation: 'tab', color: 'red' })
      expect((await device.listBlocked()).toSorted()).toEqual(['cats', 'dogs', 'rain'])
    }
  })
})
