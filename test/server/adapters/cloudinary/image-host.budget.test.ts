import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCloudinaryImageHost } from '../../../../server/adapters/cloudinary/image-host.ts'
import { makeRandom } from '../../../builders.ts'
import { makeResources } from '../../../emulators/cloudinary.ts'
import { isLongRun } from '../../../long-run.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { createMemoryLog } from '../folder/harness.ts'

const hourMs = 3_600_000
const account = {
  cloudName: 'demo',
  apiKey: '1',
  apiSecret: '2',
  apiUrl: 'http://cloudinary.test',
  imagesDomain: undefined,
}

describe('createCloudinaryImageHost at its default refresh', () => {
  let snapshotsDir: string
  beforeEach(async () => {
    snapshotsDir = await makeTempDir('cloudinary-day')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await removeDir(snapshotsDir)
  })

  /**
   * Counts the calls of Cloudinary's Admin API within `hours` of fake time. Every call gets the
   * same `answer`.
   */
  const countCalls = async (hours: number, seed: string, answer: () => Response) => {
    const end = Date.now() + hours * hourMs
    let calls = 0
    const host = createCloudinaryImageHost({
      account,
      snapshotsDir,
      refreshMs: 600_000,
      log: createMemoryLog().log,
      random: makeRandom(seed),
      fetch: async () => {
        if (Date.now() <= end) calls += 1
        return answer()
      },
    })
    await host.start()
    while (Date.now() < end) {
      await vi.advanceTimersToNextTimerAsync()
      await settle()
    }
    host.stop()
    return calls
  }
  /**
   * Lets pending work finish before the fake clock advances. Otherwise the clock could pass a
   * call's deadline on a busy machine.
   */
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await setImmediate()
  }
  const list = () => Response.json({ resources: makeResources(3) })

  it.each(isLongRun ? ['one', 'two', 'three', 'four', 'five'] : ['one', 'two'])(
    'stays under 450 calls a day, whatever the jitter (%s)',
    async (seed) => {
      const calls = await countCalls(24, seed, list)
      expect(calls).toBeLessThan(450)
      expect(calls).toBeGreaterThan(415)
    },
  )

  it('waits until a used-up limit is reset', async () => {
    const reset = new Date(Date.now() + hourMs / 2).toUTCString()
    const limited = () =>
      new Response('', { status: 420, headers: { 'X-FeatureRateLimit-Reset': reset } })
    expect(await countCalls(0.49, 'limited', limited)).toBe(3)
  })
})
