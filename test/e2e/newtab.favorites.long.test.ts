import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, supply } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const isOn = `document.querySelector('.heart')?.getAttribute('aria-pressed') === 'true'`
const favoritesOf = (tab: TestTab) =>
  tab.evaluate<string[], []>(() =>
    Array.from(document.querySelectorAll('.favorites .name bdi'), (name) => name.textContent ?? ''),
  )

declare const chrome: { storage: { local: { set(values: object): Promise<void> } } }

/**
 * Clicks the heart right after 300 other storage writes, so that saving the favorite has to wait.
 * The function runs inside the tested page.
 */
const clickInHaste = () => {
  for (let count = 0; count < 300; count++)
    void chrome.storage.local.set({ busy: 'x'.repeat(6_000) })
  document.querySelector<HTMLElement>('.heart')?.click()
}

/** Makes the tested page’s storage as full as a full disk. The background’s storage still has room. */
const failToStore = () => {
  chrome.storage.local.set = () => Promise.reject(new Error('QUOTA_BYTES'))
}

describe.each(browserNames)('a heart in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue
  let profileDir: string

  beforeAll(async () => {
    profileDir = await makeTempDir(`favorites-${name}`)
    server = await startFakeCatalogue()
    browser = await launchBrowser(name, { profileDir })
    await supply(browser, server.url, { rotation: 'ask' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await removeDir(profileDir)
  })

  it('is saved even if the browser closes at the click while its storage is busy', async () => {
    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await tab.waitFor(`!(${isOn})`)
    await tab.evaluate(clickInHaste)
    await browser.close()
    browser = await launchBrowser(name, { profileDir })
    const options = await browser.openOptions()
    await options.waitFor(`document.querySelector('.favorites .name bdi')`)
    expect(await favoritesOf(options)).toEqual([title])
    await options.close()
  })

  it('is saved in both of two tabs that are clicked at the same time', async () => {
    const options = await browser.openOptions()
    await keepSettings(options, { rotation: 'tab' })
    await options.waitFor(`document.querySelector('.favorites .name bdi')`)
    const before = await favoritesOf(options)
    const tabs = await browser.openNewTabs(3)
    const titles = await Promise.all(tabs.map(async (tab) => (await look(tab)).title))
    await Promise.all(tabs.map((tab) => tab.click('.heart')))
    await options.waitFor(
      `document.querySelectorAll('.favorites li').length === ${before.length + 3}`,
    )
    expect((await favoritesOf(options)).sort()).toEqual([...before, ...titles].sort())
  })

  const clickWithoutRoom = async () => {
    const options = await browser.openOptions()
    await options.waitFor(`document.querySelector('.favorites .name bdi')`)
    const before = await favoritesOf(options)
    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await tab.waitFor(`!(${isOn})`)
    await tab.evaluate(failToStore)
    await tab.click('.heart')
    const waitUntilListed = async () => {
      await options.waitFor(
        `document.querySelectorAll('.favorites li').length === ${before.length + 1}`,
      )
      expect(await favoritesOf(options)).toContain(title)
    }
    return { options, before, tab, waitUntilListed }
  }

  it.runIf(name === 'chromium')(
    'goes back and says why if it cannot be saved, and the next tab tries again',
    async () => {
      const { options, before, tab, waitUntilListed } = await clickWithoutRoom()
      await tab.waitFor(`document.querySelector('.notice').textContent.includes('not be saved')`)
      await tab.waitFor(`!(${isOn})`)
      expect(await favoritesOf(options)).toEqual(before)
      const next = await browser.openNewTab()
      await waitUntilListed()
      await Promise.all([options.close(), tab.close(), next.close()])
    },
  )

  // Firefox's background can read the note of a click in localStorage.
  it.runIf(name === 'firefox')('is saved by the background if its page cannot', async () => {
    const { options, tab, waitUntilListed } = await clickWithoutRoom()
    await waitUntilListed()
    expect(await tab.evaluate<boolean, []>(isOn)).toBe(true)
    await Promise.all([options.close(), tab.close()])
  })
})
