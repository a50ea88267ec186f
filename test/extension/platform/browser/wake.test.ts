import { beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createAlarm } from '../../../../extension/platform/browser/wake.ts'

const hourMs = 3_600_000

const ring = (name: string) =>
  fakeBrowser.alarms.onAlarm.trigger({ name, scheduledTime: Date.now() } as never)

describe('createAlarm', () => {
  beforeEach(() => fakeBrowser.reset())

  it('rings again within a minute if the background is stopped while it handles the alarm', async () => {
    const { promise: stopped, resolve: isRinging } = Promise.withResolvers<void>()
    createAlarm('work', async () => {
      isRinging()
      await new Promise(() => {})
    })
    void ring('work')
    await stopped
    const alarm = await fakeBrowser.alarms.get('work')
    expect(alarm?.scheduledTime).toBeGreaterThan(Date.now())
    expect(alarm?.scheduledTime).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it('does not ring again when the work is done', async () => {
    createAlarm('work', async () => {})
    await ring('work')
    expect(await fakeBrowser.alarms.get('work')).toBeUndefined()
  })

  it('keeps a time that the work has set', async () => {
    const at = Date.now() + hourMs
    const alarm = createAlarm('work', () => alarm.set(at))
    await ring('work')
    expect((await fakeBrowser.alarms.get('work'))?.scheduledTime).toBeCloseTo(at, -3)
  })
})
