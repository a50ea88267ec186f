import { browser } from 'wxt/browser'
import { createStoredItem } from '../storage/stored-item.ts'

// Browsers delay an alarm that should ring sooner than this.
const shortestMs = 30_000

/**
 * From its time on, an alarm rings every minute until its work is done, because the browser may stop the background at any
 * moment. Work that fails, such as on a full disk, is repeated too.
 */
export const createAlarm = (name: string, ring: () => Promise<void>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let changes = 0
  browser.alarms.onAlarm.addListener(async (alarm: { name: string }) => {
    if (alarm.name !== name) return
    const change = ++changes
    await ring()
    if (change === changes) await browser.alarms.clear(name)
  })
  return {
    /** Sets the alarm to `at` (milliseconds since 1970) instead of its earlier time. `undefined` cancels the alarm. */
    set: async (at: number | undefined): Promise<void> => {
      changes++
      clearTimeout(timer)
      if (at === undefined) return void (await browser.alarms.clear(name))
      const wait = Math.max(0, at - Date.now())
      // A timer also covers a wait that is too short for an alarm, but works only while the background runs.
      if (wait < shortestMs) timer = setTimeout(ring, wait)
      const when = Date.now() + Math.max(wait, shortestMs)
      await browser.alarms.create(name, { when, periodInMinutes: 1 })
    },
  }
}

// The first new tab after a start is the slowest one. Work of the background would make it wait even longer.
const pauseMs = 2_000
const safetyMs = 60_000

/**
 * Calls `handle` after an installation, and soon after an update or after the browser has started. If the browser stops the
 * background before that, `alarm` rings. It is set again here, because Firefox forgets alarms when it is closed.
 */
export const onStart = (handle: () => void, alarm?: ReturnType<typeof createAlarm>): void => {
  const afterPause = () => {
    void alarm?.set(Date.now() + safetyMs)
    setTimeout(handle, pauseMs)
  }
  browser.runtime.onInstalled.addListener(({ reason }: { reason: string }) =>
    reason === 'install' ? handle() : afterPause(),
  )
  browser.runtime.onStartup.addListener(afterPause)
}

const greetedItem = createStoredItem({ key: 'greeted', parse: (stored) => stored === true })

/** Calls `greet` after the first installation. Firefox installs a temporary add-on again although it has stored something. */
export const onFirstInstall = (greet: () => Promise<void>): void =>
  browser.runtime.onInstalled.addListener(async ({ reason }: { reason: string }) => {
    if (reason !== 'install' || (await greetedItem.read())) return
    await greetedItem.update(() => true)
    await greet()
  })
