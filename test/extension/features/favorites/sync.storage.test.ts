import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createSync } from '../../../../extension/features/favorites/sync.ts'
import { failStorageAt } from '../../fakes/fail-storage.ts'
import { createWorld } from './fake-account-server.ts'

describe('a sync whose storage fails', () => {
  let device: ReturnType<typeof createWorld>
  beforeEach(async () => {
    device = createWorld()
    await device.signIn('ada')
    await device.heart('a')
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const listSent = () => device.world.requests.filter((request) => request.startsWith('add'))

  it.each([false, true])(
    'never rejects, and is planned again, at any call to the storage (done: %s)',
    async (isDone) => {
      let step = 1
      while (true) {
        await device.heart(`a${step}`)
        device.world.wakeUps = []
        const failing = failStorageAt(step, isDone)
        await device.sync()
        failing.end()
        if (failing.count() < step) break
        expect(device.world.wakeUps.at(-1), `step ${step}`).toBeGreaterThan(device.world.now)
        device.world.now += 60_000
        await device.sync()
        expect(device.listOf('ada'), `step ${step}`).toContain(`a${step}`)
        expect(await device.waiting(), `step ${step}`).toEqual([])
        step++
      }
      expect(step).toBeGreaterThan(10)
    },
  )

  it('is planned again when the account cannot be read', async () => {
    const account = { ...device.deps.account, current: () => Promise.reject(new Error('broken')) }
    await createSync({ ...device.deps, account })({ asked: true })
    expect(device.world.wakeUps.at(-1)).toBe(device.world.now + 60_000)
  })

  it('sends a change once on a full disk, and does not undo what another device does', async () => {
    device.world.meanwhile = () => {
      vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('QUOTA_BYTES'))
    }
    await device.sync()
    device.put('ada', ['b'])
    for (let minute = 1; minute < 5; minute++) {
      device.world.now += 60_000
      await device.sync(false)
    }
    expect(listSent()).toHaveLength(1)
    expect(device.listOf('ada')).toEqual(['b'])
    vi.restoreAllMocks()
    device.world.now += 60_000
    await device.sync(false)
    expect(await device.shown()).toEqual(['b'])
  })
})
