import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Settings } from '../../extension/features/settings/settings.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { type TabSession, traceFrames } from '../tools/browsers/traced-frames.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { enter, keepSettings, look, supply, waitForDeck } from './support/new-tab.ts'
import {
  chromiumDir,
  type TestBrowser,
  type TestTab,
  toTestBrowser,
} from './support/test-browser.ts'

declare const chrome: { storage: { local: { get(key: string): Promise<{ settings: Settings }> } } }

const settingsOf = (tab: TestTab) =>
  tab.evaluate(async () => (await chrome.storage.local.get('settings')).settings)

/** Returns the mean brightness, 0 to 255, of the brightest of the screenshots. */
const brightestMean = async (frames: readonly Buffer[]): Promise<number> => {
  const means = frames.map(async (frame) => {
    const { channels } = await sharp(frame).removeAlpha().stats()
    return Math.max(...channels.map(({ mean }) => mean))
  })
  return Math.max(...(await Promise.all(means)))
}

describe('the settings of the new tab', () => {
  let chromium: ChromiumWithExtension
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    const white = { create: { width: 640, height: 360, channels: 3, background: '#fff' } } as const
    server = await startFakeCatalogue({
      picture: await sharp(white).jpeg().toBuffer(),
      lists: { ada: ['fake-3', 'fake-8'], eve: [] },
    })
    chromium = await launchChromium({ extensionDir: chromiumDir })
    browser = toTestBrowser(chromium)
    await supply(browser, server.url, { greetingName: 'Ada' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('dim the picture from the first frame on, and stop dimming it at 0', async () => {
    const options = await browser.openOptions()
    await options.waitFor(`document.querySelectorAll('[type=range]').length === 2`)
    await enter(options, '.veil [type=range]', '60')
    await vi.waitUntil(async () => (await settingsOf(options)).dim === 60, { timeout: 60_000 })
    const page = await chromium.context.newPage()
    await page.goto('data:text/html,<body style="background:%23222">')
    const cdp = await chromium.context.newCDPSession(page)
    const session: TabSession = {
      send: (method, params) => cdp.send(method as 'Tracing.start', params as undefined),
      on: (event, listener) =>
        void cdp.on(event as 'Tracing.dataCollected', listener as () => void),
    }
    const frames = await traceFrames(session, 'chrome-extension:', async () => {
      await page.goto('chrome://newtab/')
      await page.locator('.title').waitFor()
    })
    expect(frames.length).toBeGreaterThan(0)
    expect(await brightestMean(frames.map(({ jpeg }) => jpeg))).toBeLessThan(115)
    expect(await brightestMean([await page.screenshot()])).toBeGreaterThan(90)
    await enter(options, '.veil [type=range]', '0')
    await page.waitForFunction("getComputedStyle(controls, '::before').content === 'none'")
    expect(await brightestMean([await page.screenshot()])).toBeGreaterThan(240)
    await page.close()
    await options.close()
  })

  it('show all wallpapers and a notice when the chosen list is empty', async () => {
    const tab = await browser.openNewTab()
    await keepSettings(tab, { source: '@eve' })
    await tab.waitFor(
      `/@eve has no favorites to show .* Showing all/.test(document.body.textContent)`,
    )
    await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 6)
    await tab.close()
    const next = await browser.openNewTab()
    expect((await look(next)).isBuiltIn).toBe(false)
    await next.close()
  })
})
