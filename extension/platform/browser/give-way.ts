import { browser } from 'wxt/browser'

const lock = 'fresco:tab-opens'
// On a busy computer, a new tab shows its picture and its controls within this time.
const openingMs = 1_000

/** Makes `whenNoTabOpens` wait for each tab that opens. Returns a function that ends this. */
export const giveWayToTabs = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let release: (() => void) | undefined
  const end = () => {
    release?.()
    release = undefined
  }
  const hold = () => {
    clearTimeout(timer)
    timer = setTimeout(end, openingMs)
    if (release) return
    const opened = Promise.withResolvers<void>()
    release = opened.resolve
    void navigator.locks.request(lock, () => opened.promise)
  }
  browser.tabs.onCreated.addListener(hold)
  return () => {
    browser.tabs.onCreated.removeListener(hold)
    clearTimeout(timer)
    end()
  }
}

/** Work that can wait calls this between its steps, also in a worker. */
export const whenNoTabOpens = (): Promise<void> =>
  navigator.locks.request(lock, { mode: 'shared' }, () => undefined)
