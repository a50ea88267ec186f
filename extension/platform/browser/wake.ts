import { browser } from 'wxt/browser'

// Browsers delay an alarm that should ring sooner than this.
const shortestMs = 30_000

export const createAlarm = (name: string, ring: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  browser.alarms.onAlarm.addListener((alarm: { name: string }) => {
    if (alarm.name === name) ring()
  })
  return {
    /** Sets the alarm to `at` (milliseconds since 1970) instead of its earlier time. `undefined` cancels the alarm. */
    set: async (at: number | undefined): Promise<void> => {
      clearTimeout(timer)
      if (at === undefined) return void (await browser.alarms.clear(name))
      const wait = Math.max(0, at - Date.now())
      // A timer also covers a wait that is too short for an alarm, but works only while the background runs.
      if (wait < shortestMs) timer = setTimeout(ring, wait)
      await browser.alarms.create(name, { when: Date.now() + Math.max(wait, shortestMs) })
    },
  }
}

export const onStart = (handle: () => void): void => {
  browser.runtime.onInstalled.addListener(handle)
  browser.runtime.onStartup.addListener(handle)
}

export const onFirstInstall = (handle: () => void): void =>
  browser.runtime.onInstalled.addListener(({ reason }: { reason: string }) => {
    if (reason === 'install') handle()
  })
