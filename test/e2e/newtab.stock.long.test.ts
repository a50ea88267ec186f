import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import {
  keepSettings,
  look,
  readDeck,
  supply,
  waitForDeck,
  weighPictures,
} from './support/new-tab.ts'
import {
  chromiumDir,
  type TestBrowser,
  type TestTab,
  toTestBrowser,
} from './support/test-browser.ts'

const patient = { timeout: 60_000, interval: 100 }

const textOf = (tab: TestTab) =>
  tab.evaluate(() => document.querySelector('section[aria-labelledby="stock"]')?.textContent ?? '')

/**
 * Tries to store a large picture and resolves to true when the browser refuses the picture.
 * Otherwise the picture is removed again. The function runs inside a page of the extension.
 */
const isDiskFull = (): Promise<boolean> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('fresco')
    opening.onsuccess = () => {
      const writing = opening.result.transaction('images', 'readwrite')
      writing.objectStore('images').put(new Blob([new Uint8Array(100_000)]), 'probe')
      writing.onabort = () => resolve(true)
      writing.oncomplete = () => {
        const removing = opening.result.transaction('images', 'readwrite')
        removing.objectStore('images').delete('probe')
        removing.oncomplete = () => resolve(false)
      }
    }
  })

describe('the stored pictures', () => {
  let chromium: ChromiumWithExtension
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 80 })
    chromium = await launchChromium({
      extensionDir: chromiumDir,
      viewport: { width: 1280, height: 720 },
    })
    browser = toTestBrowser(chromium)
    await supply(browser, server.url)
  })
  afterEach(() => server.behave('well'))
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('keep favorites for offline use while other tabs open, and the settings show how many', async () => {
    const hearted = await browser.openNewTab()
    await look(hearted)
    await hearted.click('.heart')
    const { current } = await readDeck(hearted)
    const key = `${server.url} ${current?.wallpaper.id}`
    for (let count = 0; count < 9; count++) {
      const tab = await browser.openNewTab()
      await look(tab)
      await waitForDeck(tab, ({ upcoming }) => upcoming.length > 2)
      await tab.close()
    }
    const sizes = await hearted.evaluate(weighPictures)
    expect(sizes[key]).toBeGreaterThan(1000)
    expect(Object.keys(sizes).length).toBeLessThan(18)

    const options = await browser.openOptions()
    await vi.waitFor(
      async () => expect(await textOf(options)).toContain('offline: 1 of 1'),
      patient,
    )
    const [, week = '0'] = /([\d.]+) MB downloaded/.exec(await textOf(options)) ?? []
    expect(Number(week)).toBeGreaterThan(0)
    await options.close()
    await hearted.close()
  })

  it('are few and small in data-saving mode', async () => {
    const options = await browser.openOptions()
    await options.click('[aria-labelledby="stock"] label:has(input[value="always"])')
    await vi.waitFor(
      async () => expect(await textOf(options)).toContain('using less data'),
      patient,
    )
    const before = server.requests.length
    for (let count = 0; count < 8; count++) {
      const tab = await browser.openNewTab()
      await look(tab)
      await waitForDeck(tab, ({ upcoming }) => upcoming.length > 0)
      await tab.close()
    }
    expect((await readDeck(options)).upcoming).toHaveLength(1)
    const pictures = server.requests.slice(before).filter(({ path }) => path.startsWith('/images/'))
    expect(pictures.length).toBeLessThanOrEqual(4)
    await keepSettings(options, { saveData: 'auto' })
    await waitForDeck(options, ({ upcoming }) => upcoming.length >= 6)
    await options.close()
  })

  it('still show wallpapers and save hearts when the disk is full', async () => {
    const page = chromium.context.pages()[0] ?? (await chromium.context.newPage())
    const cdp = await chromium.context.newCDPSession(page)
    const origin = `chrome-extension://${chromium.extensionId}`
    const options = await browser.openOptions()
    const quotaSize = await options.evaluate(
      async () => (await navigator.storage.estimate()).usage ?? 0,
    )
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
    // Chromium notices a changed storage quota up to 30 seconds late, because it caches the
    // remaining space.
    await vi.waitUntil(() => options.evaluate(isDiskFull), { timeout: 60_000, interval: 1_000 })
    for (let count = 0; count < 12; count++) {
      const tab = await browser.openNewTab()
      await look(tab)
      await tab.close()
    }
    const tab = await browser.openNewTab()
    await look(tab)
    await tab.click('.next')
    await vi.waitFor(async () => {
      const heart = await tab.evaluate(() => document.querySelector('.heart') !== null)
      if (!heart) await tab.click('.next')
      expect(heart).toBe(true)
    }, patient)
    const isOn = `document.querySelector('.heart')?.getAttribute('aria-pressed') === 'true'`
    await tab.click('.heart')
    await tab.waitFor(isOn)
    await vi.waitFor(async () => expect(await textOf(options)).toContain('disk is full'), patient)
    expect(await textOf(options)).toContain(' of 2 (')
    await cdp.send('Storage.overrideQuotaForOrigin', { origin })
  })
})
