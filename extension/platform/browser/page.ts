import { browser } from 'wxt/browser'

export const whenIdle = (callback: () => void): void => {
  requestIdleCallback(callback, { timeout: 2_000 })
}

export const onOnline = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

/** Opens a page of the extension, such as `/welcome.html`, another address, or a new tab. */
export const openTab = async (url?: string): Promise<void> => {
  await browser.tabs.create(url === undefined ? {} : { url })
}

export const openOptionsPage = (): Promise<void> => browser.runtime.openOptionsPage()

export const onVisible = (listener: () => void): (() => void) => {
  const life = new AbortController()
  document.addEventListener('visibilitychange', () => !document.hidden && listener(), life)
  return () => life.abort()
}
