import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inLongRun } from '../long-run.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { enter, readSettings, supply } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const textOf = (tab: TestTab, selector: string) =>
  tab.evaluate((wanted: string) => document.querySelector(wanted)?.textContent ?? '', selector)

const enterServer = (tab: TestTab, text: string) => enter(tab, 'input[inputmode=url]', text)

const reportOf = async (tab: TestTab, pattern: RegExp): Promise<string> => {
  await tab.waitFor(`${pattern}.test(document.querySelector('.report').textContent)`)
  return textOf(tab, '.report')
}

describe.each(browserNames)('the settings in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue
  let page: TestTab

  beforeAll(async () => {
    server = await startFakeCatalogue()
    browser = await launchBrowser(name)
  })
  beforeEach(async () => {
    page = await browser.openOptions()
    await page.waitFor(`document.querySelector('h1')`)
  })
  afterEach(() => page.close())
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('test a server without saving it, and then save it', async () => {
    await enterServer(page, server.url)
    await page.click('form button[type=button]')
    expect(await reportOf(page, /Connected/)).toBe('Connected to Fake 0.0.0.')
    expect(await readSettings(page)).toBeUndefined()
    await enterServer(page, `${server.url}/`)
    await page.click('.primary')
    await page.waitFor(`document.querySelector('.toast').textContent === 'Saved'`)
    await reportOf(page, /Connected/)
    expect(await readSettings(page)).toMatchObject({ sources: [server.url] })
  })

  it('keeps the old server when the person denies access to the new one', async () => {
    // A test cannot click the browser's prompt.
    await page.evaluate(`void (chrome.permissions.request = async () => false)`)
    const before = await readSettings(page)
    await enterServer(page, 'https://walls.example')
    await page.click('.primary')
    expect(await reportOf(page, /permission/)).toBe(
      'Fresco needs your permission to contact walls.example. Nothing has changed. Press Save again and allow access.',
    )
    expect(await readSettings(page)).toEqual(before)
  })

  inLongRun('remember a server that is off, and no tick without an address', async () => {
    await supply(browser, server.url)
    const tab = await browser.openNewTab()
    await tab.waitFor(`document.querySelector('.heart')`)
    await tab.click('.heart')
    await tab.waitFor(`document.querySelector('.heart').getAttribute('aria-pressed') === 'true'`)
    await tab.close()
    await page.click('[value=server]')
    await page.waitFor(`/favorites at 127.0.0.1:\\d+, choose/.test(document.body.textContent)`)
    const favorites = await browser.openFavorites()
    await favorites.waitFor(`/choose the server again/.test(document.body.textContent)`)
    expect(await textOf(favorites, 'main')).not.toContain('no favorites yet')
    await favorites.close()
    expect(await readSettings(page)).toMatchObject({ sources: [] })
    await page.click('[value=web]')
    await page.waitFor(`document.querySelector('[value=web]').checked`)
    await page.click('[value=built-in]')
    await page.waitFor(`document.querySelector('[value=built-in]').checked`)
    const again = await browser.openOptions()
    await again.waitFor(`document.querySelector('[value=built-in]')?.checked`)
    expect(await again.evaluate(`document.querySelector('[value=web]').checked`)).toBe(false)
    for (const kind of ['built-in', 'server']) {
      const isChecked = await again.evaluate(`document.querySelector('[value=${kind}]').checked`)
      await again.click(`[value=${kind}]`)
      await again.waitFor(`document.querySelector('[value=${kind}]').checked !== ${isChecked}`)
    }
    await again.waitFor(`!/choose the server again/.test(document.body.textContent)`)
    const isStored = async () => (await readSettings(again))?.sources.join() === server.url
    await vi.waitUntil(isStored, { timeout: 60_000 })
    await again.close()
  })

  it('can be changed with the keyboard alone, also what the server offers', async () => {
    await page.waitFor(`/Nature\\s*40/.test(document.body.textContent)`)
    // The list of sections comes first. The first card is Wikimedia Commons.
    await page.evaluate(`document.querySelector('.card input').focus()`)
    await page.press('Tab')
    for (const isChosen of [true, false]) {
      await page.press('Space')
      const isStored = async () =>
        (await readSettings(page))?.sources.includes('built-in') === isChosen
      await vi.waitUntil(isStored, { timeout: 60_000 })
    }
    // The other cards, the field of the server and the search come before how often wallpapers change.
    const isThere = () => page.evaluate(`document.activeElement.value === 'tab'`)
    for (let count = 0; count < 30 && !(await isThere()); count++) await page.press('Tab')
    expect(await isThere()).toBe(true)
    await page.press('ArrowDown')
    await page.press('ArrowDown')
    await page.waitFor(`document.querySelector('[value="day"]').checked`)
    await page.press('Tab')
    await page.press('ArrowDown')
    await page.waitFor(`document.querySelector('[value="system"]').checked`)
    await page.press('Tab')
    await page.press('ArrowDown')
    await page.waitFor(`document.querySelector('[value="fit"]').checked`)
    for (const category of ['', 'nature', 'tech']) {
      await page.press('Tab')
      expect(await page.evaluate('document.activeElement.value')).toBe(category)
      if (category) await page.press('Space')
    }
    await page.waitFor(`document.querySelector('[value="tech"]').checked`)
    const isKept = async () => (await readSettings(page))?.category === 'nature,tech'
    await vi.waitUntil(isKept, { timeout: 60_000 })
    const chosen = { rotation: 'day', darker: 'system', shape: 'fit' }
    expect(await readSettings(page)).toMatchObject(chosen)
  })
})
