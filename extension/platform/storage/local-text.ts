import { fromJson, toNumber } from '../../../shared/unknown.ts'
import { scope } from './scope.ts'

// A page can read localStorage before its first frame. localStorage may be blocked, full or cleared, so a page
// must also work without the stored texts.
export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key + scope)
  } catch {
    return null
  }
}

export const writeLocal = (key: string, text: string): void => {
  try {
    localStorage.setItem(key + scope, text)
  } catch {}
}

// Reading `localStorage` throws if the browser's settings block it. Chromium's background, a service worker, has none.
export const findLocalStorage = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return
  }
}

const clockKey = 'fresco.clock'

/**
 * Creates the clock that all tabs of this device share. Each caller gets a later time than all callers before, even if
 * the device's clock is set back. `latest` is the latest time that the caller has found elsewhere, because localStorage
 * may have been cleared.
 */
export const createClock =
  ({ now = Date.now, read = readLocal, write = writeLocal } = {}) =>
  (latest: number): number => {
    const at = Math.max(now(), latest + 1, toNumber(fromJson(read(clockKey))) + 1)
    write(clockKey, `${at}`)
    return at
  }
