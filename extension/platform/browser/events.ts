import { browser } from 'wxt/browser'

/** Calls back when the page has nothing better to do, after two seconds at the latest. */
export const whenIdle = (callback: () => void): void => {
  requestIdleCallback(() => callback(), { timeout: 2_000 })
}

export const onOnline = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

/** Calls back in the background when the extension is installed or updated, or the browser starts. */
export const onStart = (handle: () => void): void => {
  browser.runtime.onInstalled.addListener(handle)
  browser.runtime.onStartup.addListener(handle)
}
