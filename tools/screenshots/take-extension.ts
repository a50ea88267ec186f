import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { createFrescoClient } from '../../shared/client/fresco-client.ts'
import type { ChromiumWithExtension } from '../../test/tools/browsers/chromium.ts'
import { saveForReadme, saveForStore } from './save.ts'

declare const chrome: { storage: { local: { set(values: object): Promise<void> } } }

interface Shot {
  id: string
  name: string
  key?: string
}

/** The screenshots: a bright wallpaper, a dark one, and one with its details panel open. */
const shots: Shot[] = [
  { id: 'petals-over-the-lake', name: '1-new-tab' },
  { id: 'aurora-lake', name: '2-new-tab' },
  { id: 'coast-road', name: '3-new-tab', key: 'i' },
]

const supplyTimeoutMs = 120_000
const moment = new Date(2026, 4, 14, 10, 8)

export const takeExtension = async (
  browser: ChromiumWithExtension,
  server: string,
): Promise<void> => {
  const settings = await browser.openExtensionPage('options.html')
  const list = await makeList(server)
  await keepSettings(settings, { sources: [server], shape: 'any', list })
  await takeNewTabs(browser, await findTitles(server))
  await keepSettings(settings, { sources: [server] })
  await settings.reload()
  await saveForStore(settings, '4-settings')
  await saveForReadme(settings, 'settings')
  await saveForStore(await browser.openExtensionPage('welcome.html'), '5-welcome')
}

/**
 * Creates a public list of favorites. The new tabs follow the list, so they show only its
 * wallpapers.
 */
const makeList = async (server: string): Promise<string> => {
  const account = { username: 'mika', password: crypto.randomUUID() }
  const { token } = await createFrescoClient({ baseUrl: server }).signUp(account)
  await createFrescoClient({ baseUrl: server, token }).replaceFavorites(shots.map(({ id }) => id))
  return `@${account.username}`
}

const findTitles = async (server: string): Promise<Map<string, Shot>> => {
  const { getWallpaper } = createFrescoClient({ baseUrl: server })
  const named = shots.map(async (shot) => [(await getWallpaper(shot.id)).title, shot] as const)
  return new Map(await Promise.all(named))
}

const keepSettings = (page: Page, settings: object) =>
  page.evaluate((kept) => chrome.storage.local.set({ settings: kept }), settings)

const takeNewTabs = async (browser: ChromiumWithExtension, missing: Map<string, Shot>) => {
  const deadline = Date.now() + supplyTimeoutMs
  while (missing.size > 0) {
    if (Date.now() > deadline)
      throw new Error(`No new tab has shown ${[...missing.keys()]} within 2 minutes`)
    const tab = await browser.openNewTab()
    await tab.waitForSelector('.clock')
    const title = (await tab.textContent('.title')) ?? ''
    const shot = missing.get(title)
    if (shot) await takeNewTab(tab, shot)
    missing.delete(title)
    await tab.close()
    await sleep(500)
  }
}

const takeNewTab = async (tab: Page, { name, key }: Shot): Promise<void> => {
  // Stops the page’s time only after the tab has chosen its wallpaper. If the time stopped earlier, the tab and the background script would disagree on whether a new wallpaper is due.
  await tab.clock.setFixedTime(moment)
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await tab.click('.heart')
  await tab.mouse.move(640, 300)
  if (key) await tab.keyboard.press(key)
  await saveForStore(tab, name)
  if (key) await saveForReadme(tab, 'new-tab')
}
