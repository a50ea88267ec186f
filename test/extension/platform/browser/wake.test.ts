import { beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createAlarm, onFirstInstall } from '../../../../extension/platform/browser/wake.ts'

const hourMs = 3_600_000

const ring = (name: string) =>
  fakeBrowser.alarms.onAlarm.trigger({ name, scheduledTime: Date.now() } as never)

describe('createAlarm', () => {
  beforeEach(() => fakeBrowser.reset())

  it('rings every minute until the work is done, even if the background is stopped at once', async () => {
    const alarm = createAlarm('work', () => new Promise(() => {}))
    await alarm.set(Date.now() + hourMs)
    expect(await fakeBrowser.alarms.get('work')).toMatchObject({ periodInMinutes: 1 })
    void ring('work')
    expect(await fakeBrowser.alarms.get('work')).toMatchObject({ periodInMinutes: 1 })
  })

  it('does not ring again when the work is done', async () => {
    const alarm = createAlarm('work', async () => {})
    await alarm.set(Date.now() + hourMs)
    await ring('work')
    expect(await fakeBrowser.alarms.get('work')).toBeUndefined()
  })

  it('does not ring after it was canceled', async () => {
    const alarm = createAlarm('work', async () => {})
    await alarm.set(Date.now() + hourMs)
    await alarm.set(undefined)
    expect(await fakeBrowser.alarms.get('work')).toBeUndefined()
  })

  it('keeps a time that the work has set', async () => {
    const at = Date.now() + hourMs
    const alarm = createAlarm('work', () => alarm.set(at))
    await ring('work')
    expect((await fakeBrowser.alarms.get('work'))?.scheduledTime).toBeCloseTo(at, -3)
  })
})

describe('onFirstInstall', () => {
  it('opens the welcome at the first installation, and never again', async () => {
    let opened = 0
    onFirstInstall(async () => void opened++)
    for (const reason of ['update', 'install', 'install'])
      await fakeBrowser.runtime.onInstalled.trigger({ reason } as never)
    expect(opened).toBe(1)
  })
})
