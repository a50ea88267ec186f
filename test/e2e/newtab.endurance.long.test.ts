import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../extension/features/settings/settings.ts'
import { mb } from '../../extension/features/stock/keep-favorites.ts'
import { sumOf } from '../../extension/features/stock/stock.ts'
import { upcomingTarget } from '../../extension/features/supply/goals.ts'
import { historyLength } from '../../extension/features/wallpaper/deck.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { look, supply, waitForDeck, weighPictures } from './support/new-tab.ts'
import { launchBrowser, type TestBrowser } from './support/test-browser.ts'

const tabs = 200
/**
 * The most pictures that the extension stores: the upcoming ones, six earlier ones, the current one
 * and the pinned one.
 */
const mostPictures = upcomingTarget + 6 + 2

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
})
