import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { look, supply } from './support/new-tab.ts'
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
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
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
    expect(await textOf(options)).toContain(' of 1 (')
    await cdp.send('Storage.overrideQuotaForOrigin', { origin })
  })
})
