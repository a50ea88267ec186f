import { browser } from 'wxt/browser'
import { openTab } from './page.ts'

export const openBeside = async (url: string): Promise<void> => {
  const here = await browser.tabs.getCurrent()
  await browser.tabs.create({ url, openerTabId: here?.id })
}

/** Closes this page and goes back to the new tab that opened it, which loads again. If that is gone, opens a new tab. */
export const returnToTab = async (): Promise<void> => {
  const { id, openerTabId } = (await browser.tabs.getCurrent()) ?? {}
  const [tab] = openerTabId === undefined ? [] : browser.extension.getViews({ tabId: openerTabId })
  if (id === undefined || openerTabId === undefined || tab?.location.pathname !== '/newtab.html')
    return openTab()
  tab.location.reload()
  await browser.tabs.update(openerTabId, { active: true })
  await browser.tabs.remove(id)
}
