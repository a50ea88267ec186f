import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, waitForDeck, weighPictures } from './support/new-tab.ts'
import { launchBrowser, type TestBrowser } from './support/test-browser.ts'

/** Kilobytes of the simulated disk. Of 24 MB, Firefox lets one extension use ten. */
const fullAt = 24 * 1024
const mostBytes = 10 * 1024 * 1024
const heavyBytes = 2_500_000

describe('a new tab in a Firefox whose disk is full', () => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    const plain = sharp({ create: { width: 1280, height: 720, channels: 3, background: 'teal' } })
    const picture = Buffer.concat([await plain.jpeg().toBuffer(), Buffer.alloc(heavyBytes)])
    server = await startFakeCatalogue({ size: 80, picture })
    browser = await launchBrowser('firefox', {
      preferences: { 'dom.quotaManager.temporaryStorage.fixedLimit': fullAt },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('still shows wallpapers and saves hearts, and the settings say that the disk is full', async () => {
    const first = await browser.openNewTab()
    await keepSettings(first, { sources: [server.url] })
    await waitForDeck(first, ({ upcoming }) => upcoming.length >= 2)
    const options = await browser.openOptions()
    await options.waitFor(`/disk is full/.test(document.body.textContent)`)
    const titles: string[] = []
    for (let count = 0; count < 12; count++) {
      const tab = await browser.openNewTab()
      titles.push((await look(tab)).title)
      await waitForDeck(tab, ({ upcoming }) => upcoming.length > 0)
      await tab.close()
    }
    // Each new tab evicts an old picture, which makes room for a new wallpaper.
    expect(new Set(titles.filter((title) => title.startsWith('Fake'))).size).toBeGreaterThan(8)

    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await tab.click('.heart')
    await tab.waitFor(`document.querySelector('.heart').getAttribute('aria-pressed') === 'true'`)
    await tab.close()
    await browser.stopBackground()
    const later = await browser.openFavorites()
    await later.waitFor(
      `document.querySelector('.favorites')?.textContent.includes(${JSON.stringify(title)})`,
    )
    await vi.waitFor(async () => {
      const bytes = Object.values(await later.evaluate(weighPictures))
      expect(bytes.length).toBeGreaterThan(1)
      expect(Math.min(...bytes)).toBeGreaterThan(heavyBytes)
      expect(bytes.length * heavyBytes).toBeLessThan(mostBytes)
    }, 60_000)
    await Promise.all([first.close(), options.close(), later.close()])
  })
})
