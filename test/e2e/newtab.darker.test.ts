import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongRun } from '../long-run.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { expectCalm, type Frame, listOwn, record } from './support/calm-frames.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, supply, waitForDeck } from './support/new-tab.ts'
import {
  browserNames,
  chromiumDir,
  isLongRun,
  launchBrowser,
  type TestBrowser,
  type TestTab,
  toTestBrowser,
} from './support/test-browser.ts'

/** The mean brightness of a dark picture with the controls over it is about 40 of 255, of a light one 200. */
const mostOfDark = 90

const toBrightness = async (picture: Buffer): Promise<number> => {
  const { channels } = await sharp(picture).stats()
  // The fourth channel is the alpha channel.
  return Math.max(...channels.slice(0, 3).map(({ mean }) => mean))
}

const openAndMeasure = async (browser: TestBrowser): Promise<number> => {
  const tab = await browser.openNewTab()
  await look(tab)
  const brightness = await toBrightness(await tab.screenshot())
  await tab.close()
  return brightness
}

const toTime = (hoursFromNow: number): string => {
  const date = new Date(Date.now() + hoursFromNow * 3_600_000)
  return date.toTimeString().slice(0, 5)
}

const waitForBoth = (tab: TestTab) =>
  waitForDeck(tab, ({ upcoming }) => {
    const dark = upcoming.filter(({ forDark }) => forDark).length
    return dark >= 3 && upcoming.length - dark >= 3
  })

const supplyByDay = async (browser: TestBrowser, url: string, darker: string) => {
  await supply(browser, url, { darker })
  const tab = await browser.openNewTab()
  await waitForBoth(tab)
  await tab.close()
}

describe.each(browserNames)('darker pictures in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 240, hasTones: true })
    browser = await launchBrowser(name)
    await supplyByDay(browser, server.url, `${toTime(6)}-${toTime(8)}`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('show wallpapers of any tone by day, and only dark ones from the first tab after dusk on', async () => {
    const byDay: number[] = []
    while (!byDay.some((brightness) => brightness > mostOfDark) && byDay.length < 12)
      byDay.push(await openAndMeasure(browser))
    expect(
      byDay.some((brightness) => brightness > mostOfDark),
      byDay.join(),
    ).toBe(true)

    const tab = await browser.openNewTab()
    await waitForBoth(tab)
    const darker = `${toTime(-1)}-${toTime(3)}`
    await keepSettings(tab, { darker })
    await waitForDeck(tab, (deck) => deck.darker === darker)
    await tab.close()
    const byNight: number[] = []
    for (let count = 0; count < (isLongRun ? 40 : 8); count++)
      byNight.push(await openAndMeasure(browser))
    expect(byNight.filter((brightness) => brightness > mostOfDark)).toEqual([])
  }, 400_000)

  inLongRun('show only dark wallpapers offline, the built-in ones at last', async () => {
    await browser.setOffline(true)
    const brightness: number[] = []
    for (let count = 0; count < 20; count++) brightness.push(await openAndMeasure(browser))
    await browser.setOffline(false)
    expect(brightness.filter((each) => each > mostOfDark)).toEqual([])
  })
})

describe('the frames when the system becomes dark', () => {
  let chromium: ChromiumWithExtension
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 240, hasTones: true })
    chromium = await launchChromium({ extensionDir: chromiumDir, viewport: null })
    browser = toTestBrowser(chromium)
    await supplyByDay(browser, server.url, 'system')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it.each(['online', 'offline'])('are all dark from the first new tab on, %s', async (network) => {
    // The last tab before dusk left a hint for the next one.
    const last = await browser.openNewTab()
    await look(last)
    await waitForBoth(last)
    await browser.setOffline(network === 'offline')
    const frames = await record(chromium, undefined, 'dark')
    await browser.setOffline(false)
    await last.close()
    expectCalm(frames)
    const tooBright = ({ mean }: Frame) => Math.max(...mean) > mostOfDark
    expect(listOwn(frames).filter(tooBright)).toEqual([])
  })
})
