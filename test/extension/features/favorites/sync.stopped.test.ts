import { describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createSync, type SyncDeps } from '../../../../extension/features/favorites/sync.ts'
import { type Stop, settle, stopAt } from '../../fakes/stop-at.ts'
import { createWorld } from './fake-account-server.ts'

const wrapAll = (deps: SyncDeps, stop: Stop): SyncDeps => ({
  ...stop.wrap(deps),
  account: stop.wrap(deps.account),
  store: stop.wrap(deps.store),
  client: stop.wrap(deps.client),
  status: stop.wrap(deps.status),
  ...(deps.now && { now: deps.now }),
})

/**
 * Creates a signed-in device with three unsynchronized changes: two added favorites and a removed
 * one.
 */
const createDevice = async () => {
  fakeBrowser.reset()
  const device = createWorld()
  device.put('ada', ['old', 'gone'])
  await device.signIn('ada')
  await device.sync()
  await device.heart('a')
  await device.unheart('gone')
  await device.heart('b')
  device.world.now += 60_000
  return device
}

const countSteps = async (): Promise<number> => {
  const all = stopAt(Number.POSITIVE_INFINITY, false)
  await createSync(wrapAll((await createDevice()).deps, all))({ asked: true })
  return all.count()
}

describe('a sync whose background the browser stops', () => {
  it.each([false, true])(
    'loses no change and always shows the changed hearts, at any step (done: %s)',
    async (isDone) => {
      const steps = await countSteps()
      expect(steps).toBeGreaterThan(20)
      for (let step = 1; step <= steps; step++) {
        const device = await createDevice()
        void createSync(wrapAll(device.deps, stopAt(step, isDone)))({ asked: true })
        await settle()
        expect((await device.shown()).toSorted(), `step ${step}`).toEqual(['a', 'b', 'old'])

        device.world.now += 60_000
        await device.sync()
        expect(device.listOf('ada').toSorted(), `step ${step}`).toEqual(['a', 'b', 'old'])
        expect(await device.shown(), `step ${step}`).toEqual(device.listOf('ada'))
        expect(await device.waiting(), `step ${step}`).toEqual([])
      }
    },
  )

  it('starts again by an alarm that is set before the first request', async () => {
    const device = await createDevice()
    let atFirst: (number | undefined)[] = []
    device.world.meanwhile = () => {
      atFirst = [...device.world.wakeUps]
    }
    await device.sync()
    expect(atFirst.at(-1)).toBe(device.world.now + 60_000)
  })
})
