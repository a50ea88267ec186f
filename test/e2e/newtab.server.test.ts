import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Upcoming } from '../../extension/features/wallpaper/deck.ts'
import { inLongRun } from '../long-run.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import {
  compareWithPicture,
  keepSettings,
  look,
  supply,
  waitForDeck,
  waitForSupply,
} from './support/new-tab.ts'
import { browserNames, isLongRun, launchBrowser, type TestBrowser } from './support/test-browser.ts'

/**
 * The tests of both browsers share one server, so that the server resizes each picture only once.
 */
let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

describe.each(browserNames)('the extension with the real server in %s', (name) => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchBrowser(name)
    await supply(browser, server.url, { device: 'any' })
  })
  afterAll(() => browser?.close())

  it('shows a wallpaper with its title and description in a new tab', async () => {
    const tab = await browser.openNewTab()
    const seen = await look(tab)
    expect(seen).toMatchObject({ isBuiltIn: false, notice: '' })
    expect(seen.title).not.toBe('')
    expect(seen.description).not.toBe('')
    expect(await compareWithPicture(tab)).toBeGreaterThan(0.97)
    await tab.close()
  })

  const series = isLongRun ? 20 : 2
  it(`shows ${series} wallpapers in ${series} tabs in a row`, async () => {
    const titles: string[] = []
    for (let count = 0; count < series; count++) {
      const tab = await browser.openNewTab()
      titles.push((await look(tab)).title)
      await waitForSupply(tab)
      await tab.close()
    }
    expect(new Set(titles).size).toBe(series)
  })

  it('shows only the chosen categories and colors, and their picture of the day', async () => {
    const tab = await browser.openNewTab()
    await keepSettings(tab, { category: 'nature,abstract', color: 'blue,green' })
    const isChosen = ({ wallpaper }: Upcoming) =>
      /^(nature|abstract)$/.test(wallpaper.category) &&
      wallpaper.colors.some((color) => /^(blue|green)$/.test(color))
    await waitForDeck(
      tab,
      ({ upcoming, filters }) =>
        /nature.*blue/.test(filters) && upcoming.length > 0 && upcoming.every(isChosen),
    )
    const next = await browser.openNewTab()
    expect(await look(next)).toMatchObject({ isBuiltIn: false, notice: '' })
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const query = `category=nature,abstract&color=blue,green&tz=${timeZone}`
    const today = await (await fetch(`${server.url}/api/wallpapers/today?${query}`)).json()
    await keepSettings(tab, { rotation: 'today' })
    await waitForDeck(tab, ({ upcoming }) => upcoming.some(({ showFrom }) => showFrom > 0))
    const last = await browser.openNewTab()
    expect(await look(last)).toMatchObject({ title: today.wallpaper.title })
    await Promise.all([tab.close(), next.close(), last.close()])
  })

  inLongRun('offers the categories of the catalogue in the settings', async () => {
    const options = await browser.openOptions()
    await options.waitFor(`/Nature\\s*\\d/.test(document.body.textContent)`)
    expect(await options.evaluate(`document.querySelectorAll('.swatch').length`)).toBeGreaterThan(
      10,
    )
    await options.close()
  })
})
