import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/chromium.ts'
import { type FakeCatalogue, startFakeCatalogue } from './fake-catalogue.ts'
import { supply } from './new-tab.ts'
import { chromiumDir, toTestBrowser } from './test-browser.ts'

type Paint = { picture: number; controls: number; requests: string[] }

/** When the picture was on the screen and when the controls came, in milliseconds since 1970. */
const readPaint = (page: Page): Promise<Paint> =>
  page.evaluate(async () => {
    const picture = await new Promise<number>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const [entry] = list.getEntries() as (PerformanceEntry & { renderTime: number })[]
        resolve(entry?.renderTime ?? Number.NaN)
      })
      observer.observe({ type: 'element', buffered: true })
    })
    const resources = performance.getEntriesByType('resource')
    const [controls] = performance.getEntriesByName('fresco:controls')
    return {
      picture: performance.timeOrigin + picture,
      controls: performance.timeOrigin + (controls?.startTime ?? Number.NaN),
      requests: resources.map(({ name }) => name).filter((name) => /^https?:/.test(name)),
    }
  })

/** The frames that the browser showed while `act` ran, as the mean and the spread of their pixels. */
const recordFrames = async (page: Page, act: () => Promise<void>) => {
  const cdp = await page.context().newCDPSession(page)
  const frames: Buffer[] = []
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await cdp.send('Page.startScreencast', { format: 'png', maxWidth: 320, maxHeight: 180 })
  await act()
  await cdp.send('Page.stopScreencast')
  return Promise.all(frames.map(async (frame) => (await sharp(frame).stats()).channels))
}

describe('the first frames of a new tab', () => {
  let browser: ChromiumWithExtension
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue()
    browser = await launchChromium({ extensionDir: chromiumDir })
    await supply(toTestBrowser(browser), server.url)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('have the picture before anything else is loaded or asked of the network', async () => {
    for (let count = 0; count < 5; count++) {
      await sleep(300)
      server.requests.length = 0
      const page = await browser.openNewTab()
      await page.locator('.title').waitFor()
      const { picture, controls, requests } = await readPaint(page)
      expect(controls).toBeGreaterThan(picture)
      expect(requests).toEqual([])
      const [first] = server.requests
      expect(first === undefined || first.at > picture, `${first?.at} after ${picture}`).toBe(true)
      await page.close()
    }
  })

  it('are never white', async () => {
    const page = await browser.context.newPage()
    await page.goto('data:text/html,<body style="background:%23808">')
    const frames = await recordFrames(page, async () => {
      await page.goto('chrome://newtab/')
      await sleep(700)
    })
    expect(frames.length).toBeGreaterThan(0)
    const white = frames.filter((channels) => channels.every(({ mean }) => mean > 245))
    expect(white).toEqual([])
    await page.close()
  })
})
