import { browser } from 'wxt/browser'

/** Browsers do not let an alarm ring sooner. */
const shortestMs = 30_000

/** Wakes the background at a given time. Only the background may create one. */
export interface Alarm {
  /** Milliseconds since 1970; replaces the earlier time. `undefined` cancels the alarm. */
  set(at: number | undefined): Promise<void>
}

export const createAlarm = (name: string, ring: () => void): Alarm => {
  let timer: ReturnType<typeof setTimeout> | undefined
  browser.alarms.onAlarm.addListener((alarm: { name: string }) => {
    if (alarm.name === name) ring()
  })
  return {
    set: async (at) => {
      clearTimeout(timer)
      if (at === undefined) return void (await browser.alarms.clear(name))
      const wait = Math.max(0, at - Date.now())
      // While the background runs, a timer can be sooner than an alarm.
      if (wait < shortestMs) timer = setTimeout(ring, wait)
      await browser.alarms.create(name, { when: Date.now() + Math.max(wait, shortestMs) })
    },
  }
}
