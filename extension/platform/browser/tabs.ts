import { browser } from 'wxt/browser'

/** Opens what a new tab shows. */
export const openNewTab = async (): Promise<void> => {
  await browser.tabs.create({})
}

/** Calls back once, when the person has just installed the extension. */
export const onFirstInstall = (handle: () => void): void =>
  browser.runtime.onInstalled.addListener(({ reason }: { reason: string }) => {
    if (reason === 'install') handle()
  })

/** Opens the page that says what this is. */
export const openWelcome = async (): Promise<void> => {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') })
}
