import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { budgets } from '../../extension/features/settings/setting-values.ts'
import { defaultSettings } from '../../extension/features/settings/settings.ts'
import { mb } from '../../extension/features/stock/keep-favorites.ts'
import { sumOf } from '../../extension/features/stock/stock.ts'
import { historyLength, keptBack } from '../../extension/features/wallpaper/deck.ts'
import { upcomingTarget } from '../../extension/features/wallpaper/top-up.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, supply, waitForDeck, weighPictures } from './support/new-tab.ts'
import { launchBrowser, type TestBrowser } from './support/test-browser.ts'

const tabs = 200
/**
 * Sizes in megabytes: the smallest storage budget, and a picture so large that ten of them exceed
 * the smallest budget.
 */
const smallest = budgets[0]
const heavyBytes = 6
/**
 * The most pictures that the extension stores: the upcoming ones, six earlier ones, the current one
 * and the pinned one.
 */
const mostPictures = upcomingTarget + 6 + 2

/**
 * Creates a valid JPEG of several megabytes. Padding after the JPEG's end marker makes the file
 * large.
 */
const makeHeavyPicture = async (): Promise<Buffer> => {
  const picture = sharp({ create: { width: 1280, height: 720, channels: 3, background: 'teal' } })
  return Buffer.concat([await picture.jpeg().toBuffer(), Buffer.alloc(heavyBytes * mb)])
}

const supplyHeavy = async (browser: TestBrowser, server: string): Promise<void> => {
  const tab = await browser.openNewTab()
  await keepSettings(tab, { catalogues: [server], budget: smallest })
  await waitForDeck(
    tab,
    ({ upcoming, filters }) => filters.includes(server) && upcoming.length >= 3,
  )
  for (let count = 0; count < keptBack + 2; count++) {
    await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 2)
    const { title } = await look(tab)
    await tab.click('.next')
    await tab.waitFor(`document.querySelector('.title').textContent !== ${JSON.stringify(title)}`)
  }
  await tab.close()
}

describe('a new tab in long use', () => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 120 })
    browser = await launchBrowser('chromium')
    await supply(browser, server.url)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it(`never repeats a wallpaper within ${historyLength} of ${tabs} tabs, and its storage does not grow`, async () => {
    const titles: string[] = []
    for (let count = 0; count < tabs; count++) {
      const tab = await browser.openNewTab()
      titles.push((await look(tab)).title)
      await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 2)
      if (count % 20 === 19) {
        const bytes = Object.values(await tab.evaluate(weighPictures))
        expect(bytes.length).toBeLessThanOrEqual(mostPictures)
        expect(sumOf(bytes)).toBeLessThanOrEqual(defaultSettings.budget * mb)
      }
      await tab.close()
    }
    const repeats = titles.filter((title, at) =>
      titles.slice(Math.max(0, at - historyLength), at).includes(title),
    )
    expect(repeats).toEqual([])
    expect(titles.filter((title) => !title.startsWith('Fake'))).toEqual([])
  }, 900_000)

  it('keeps large pictures within the smallest budget, and always has one to show', async () => {
    const heavy = await startFakeCatalogue({ size: 120, picture: await makeHeavyPicture() })
    await supplyHeavy(browser, heavy.url)
    for (let count = 0; count < 25; count++) {
      const tab = await browser.openNewTab()
      expect((await look(tab)).title).toMatch(/^Fake/)
      await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 2)
      const weigh = async () => sumOf(Object.values(await tab.evaluate(weighPictures)))
      // The background fetches new pictures first and evicts old ones afterwards, so the test waits
      // for the eviction.
      await vi.waitUntil(async () => (await weigh()) <= smallest * mb, { timeout: 60_000 })
      await tab.close()
    }
    const tab = await browser.openNewTab()
    const bytes = Object.values(await tab.evaluate(weighPictures))
    expect(Math.min(...bytes)).toBeGreaterThan(heavyBytes * mb)
    await keepSettings(tab, { catalogues: [server.url], budget: defaultSettings.budget })
    // Even if the server fails now, the next tab must find a stored wallpaper.
    await waitForDeck(
      tab,
      ({ upcoming, filters }) => filters.includes(server.url) && upcoming.length === upcomingTarget,
    )
    await tab.close()
    await heavy.stop()
  }, 300_000)
})
