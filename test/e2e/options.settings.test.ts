import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Settings } from '../../extension/features/settings/settings.ts'
import { inLongRun } from '../long-run.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { enter, keepSettings, look, supply, waitForDeck } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

declare const chrome: { storage: { local: { get(key: string): Promise<{ settings?: Settings }> } } }

const storedSettings = (tab: TestTab) =>
  tab.evaluate(async () => (await chrome.storage.local.get('settings')).settings)

const textOf = (tab: TestTab, selector: string) =>
  tab.evaluate((wanted: string) => document.querySelector(wanted)?.textContent ?? '', selector)

const waitForOnly = (tab: TestTab, ids: readonly string[]) =>
  waitForDeck(
    tab,
    ({ upcoming }) =>
      upcoming.length > 0 && upcoming.every(({ wallpaper }) => ids.includes(wallpaper.id)),
  )

const enterServer = (tab: TestTab, text: string) =>
  tab.evaluate((value: string) => {
    const field = document.querySelector<HTMLInputElement>('input[inputmode=url]')
    if (!field) return
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, text)

const reportOf = async (tab: TestTab, pattern: RegExp): Promise<string> => {
  await tab.waitFor(`${pattern}.test(document.querySelector('.report').textContent)`)
  return textOf(tab, '.report')
}

describe.each(browserNames)('the settings in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue
  let page: TestTab

  beforeAll(async () => {
    server = await startFakeCatalogue({ lists: { ada: ['fake-3', 'fake-8'] } })
    browser = await launchBrowser(name)
  })
  beforeEach(async () => {
    server.behave('well')
    page = await browser.openOptions()
    await page.waitFor(`document.querySelector('h1')`)
  })
  afterEach(() => page.close())
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  inLongRun('rejects an invalid address and keeps the old one', async () => {
    for (const text of ['', 'not an address', 'ftp://walls.test', 'http://']) {
      await enterServer(page, text)
      await page.click('.primary')
      expect(await reportOf(page, /look like a server address/)).toContain('http://127.0.0.1')
    }
    expect(await storedSettings(page)).toBeUndefined()
  })

  it('tests a server without saving it, and shows its name', async () => {
    await enterServer(page, server.url)
    await page.click('form button[type=button]')
    expect(await reportOf(page, /Connected/)).toBe('Connected to Fake 0.0.0.')
    expect(await storedSettings(page)).toBeUndefined()
  })

  it('saves a server and shows "Saved"', async () => {
    await enterServer(page, `${server.url}/`)
    await page.click('.primary')
    await page.waitFor(`document.querySelector('.saved').textContent === 'Saved'`)
    await reportOf(page, /Connected/)
    expect(await storedSettings(page)).toMatchObject({ catalogues: [server.url] })
  })

  it('keeps the old server when the person denies access to the new one', async () => {
    // Simulates a person who denies the permission, because a test cannot click the browser's
    // prompt.
    await page.evaluate(`void (chrome.permissions.request = async () => false)`)
    const before = await storedSettings(page)
    await enterServer(page, 'https://walls.example')
    await page.click('.primary')
    expect(await reportOf(page, /permission/)).toBe(
      'Fresco needs your permission to contact walls.example. Nothing has changed. Press Save again and allow access.',
    )
    expect(await storedSettings(page)).toEqual(before)
  })

  inLongRun('shows what is wrong with a server', async () => {
    await enterServer(page, '127.0.0.1:9')
    await page.click('form button[type=button]')
    expect(await reportOf(page, /reach/)).toBe('Can’t reach 127.0.0.1:9.')
    server.behave('garbage')
    await enterServer(page, server.url)
    await page.click('form button[type=button]')
    expect(await reportOf(page, /doesn’t seem/)).toContain('doesn’t seem to be a wallpaper server')
  })

  it('offers the categories and colors of the server with their counts', async () => {
    await page.waitFor(`/Nature\\s*40/.test(document.body.textContent)`)
    expect(await textOf(page, 'main')).toMatch(/Tech\s*40/)
    expect(await page.evaluate(`document.querySelectorAll('.swatch').length`)).toBe(1)
  })

  inLongRun('stay usable when the server is down', async () => {
    await keepSettings(page, { catalogues: ['http://127.0.0.1:9'], category: 'oddities' })
    const next = await browser.openOptions()
    await next.waitFor(`document.querySelectorAll('.swatch').length === 23`)
    expect(await textOf(next, 'main')).toMatch(/AMOLED.*Oddities\s*none here/s)
    await next.click('[title="Teal"]')
    await next.waitFor(`document.querySelector('[title="Teal"] input').checked`)
    await next.waitFor(`document.querySelector('.saved').textContent === 'Saved'`)
    expect(await storedSettings(next)).toMatchObject({ color: 'teal', category: 'oddities' })
    await keepSettings(next, { catalogues: [server.url], category: null, color: null })
    await next.close()
  })

  it('can be changed with the keyboard alone', async () => {
    await page.press('Tab')
    for (const isChosen of [true, false]) {
      await page.press('Space')
      const isStored = async () =>
        (await storedSettings(page))?.catalogues.includes('built-in') === isChosen
      await vi.waitUntil(isStored, { timeout: 60_000 })
    }
    // Three cards, the field of the server with its two buttons, the search with its button, the wallpapers to show, and
    // how often they change.
    for (let count = 0; count < 10; count++) await page.press('Tab')
    expect(await page.evaluate('document.activeElement.value')).toBe('tab')
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
    const isKept = async () => (await storedSettings(page))?.category === 'nature,tech'
    await vi.waitUntil(isKept, { timeout: 60_000 })
    const chosen = { rotation: 'day', darker: 'system', device: 'fit' }
    expect(await storedSettings(page)).toMatchObject(chosen)
    await keepSettings(page, { darker: '', device: 'screen' })
  })

  describe('for the content of a new tab', () => {
    beforeAll(() =>
      supply(browser, server.url, { greetingName: 'Ada', rotation: 'tab', category: null }),
    )

    it('show a clock with a date and a greeting by name, in every open tab until it is switched off', async () => {
      const tab = await browser.openNewTab()
      await tab.waitFor(`document.querySelector('.clock .time')`)
      expect(await textOf(tab, '.clock .time')).toMatch(/^\d{1,2}:\d\d$/)
      expect(await textOf(tab, '.clock .date')).toMatch(/day, \w+ \d{1,2}$/)
      expect(await textOf(tab, '.clock .greeting')).toMatch(/^(Hello|Good \w+), Ada$/)
      await keepSettings(tab, { clock: false, date: false, greeting: false })
      await tab.waitFor(`!document.querySelector('.clock')`)
      await tab.close()
    })

    it('show the favorites of a friend from a share link', async () => {
      await page.waitFor(`document.querySelector('[value=list]')`)
      await page.click('label:has([value=list])')
      await enter(page, '.list input', `${server.url}/share/nobody`)
      await page.click('.list [type=submit]')
      await page.waitFor(`/no user called @nobody/.test(document.body.textContent)`)
      expect((await storedSettings(page))?.source).not.toBe('@nobody')
      await enter(page, '.list input', 'https://walls.example/share/ada')
      await page.click('.list [type=submit]')
      await page.waitFor(`/favorites are on walls.example/.test(document.body.textContent)`)
      expect(await textOf(page, '.list [type=button]')).toBe('Use walls.example from now on')
      await enter(page, '.list input', `${server.url}/share/ada`)
      await page.click('.list [type=submit]')
      await page.waitFor(`/Showing Ada’s 2 favorites/.test(document.body.textContent)`)
      await waitForOnly(page, ['fake-3', 'fake-8'])
    })

    it('show only one’s own favorites, without an account', async () => {
      const tab = await browser.openNewTab()
      await keepSettings(tab, { source: 'favorites' })
      await tab.waitFor(`/no favorites yet\\. Showing all/.test(document.body.textContent)`)
      const { title } = await look(tab)
      await tab.click('.heart')
      await waitForOnly(tab, [title.toLowerCase().replace(' ', '-')])
      await tab.waitFor(`!/no favorites yet/.test(document.body.textContent)`)
      await tab.close()
    })
  })
})
