import { browser } from 'wxt/browser'

/** Browsers ring no alarm sooner than this. */
const shortestMs = 30_000

/** Wakes the background at a time; only the background may have one. */
export interface Alarm {
  /** Milliseconds since 1970, instead of what was set before; `undefined`: not at all. */
  set(at: number | undefined): Promise<void>
}

/** `ring` is called by the browser, also when the background has ended meanwhile. */
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
      // A background that is still there can be sooner.
      if (wait < shortestMs) timer = setTimeout(ring, wait)
      await browser.alarms.create(name, { when: Date.now() + Math.max(wait, shortestMs) })
    },
  }
}
