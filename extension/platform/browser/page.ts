import { browser } from 'wxt/browser'

export const whenIdle = (callback: () => void): void => {
  requestIdleCallback(() => callback(), { timeout: 2_000 })
}

export const onOnline = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

export const openNewTab = async (): Promise<void> => {
  await browser.tabs.create({})
}

export const openTab = async (url: string): Promise<void> => {
  await browser.tabs.create({ url })
}

export const openWelcome = async (): Promise<void> => {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') })
}

export const openOptionsPage = (): Promise<void> => browser.runtime.openOptionsPage()

export const openPictures = async (): Promise<void> => {
  await browser.tabs.create({ url: '/pictures.html' })
}

/** Calls `listener` when a person comes back to the page. */
export const onVisible = (listener: () => void): (() => void) => {
  const life = new AbortController()
  document.addEventListener('visibilitychange', () => !document.hidden && listener(), life)
  return () => life.abort()
}
