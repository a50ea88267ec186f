import { browser } from 'wxt/browser'

export const openNewTab = async (): Promise<void> => {
  await browser.tabs.create({})
}

export const openWelcome = async (): Promise<void> => {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') })
}

export const openOptionsPage = (): Promise<void> => browser.runtime.openOptionsPage()

export const onFirstInstall = (handle: () => void): void =>
  browser.runtime.onInstalled.addListener(({ reason }: { reason: string }) => {
    if (reason === 'install') handle()
  })
