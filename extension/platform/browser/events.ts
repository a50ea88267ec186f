import { browser } from 'wxt/browser'

export const whenIdle = (callback: () => void): void => {
  requestIdleCallback(() => callback(), { timeout: 2_000 })
}

export const onOnline = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

export const onStart = (handle: () => void): void => {
  browser.runtime.onInstalled.addListener(handle)
  browser.runtime.onStartup.addListener(handle)
}
