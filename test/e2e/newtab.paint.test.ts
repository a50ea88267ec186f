import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inLongRun, isLongRun } from '../long-run.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { expectCalm, isLike, isPlain, listOwn, record } from './support/calm-frames.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { enter, readSettings, supply, waitForDeck, waitForSupply } from './support/new-tab.ts'
import {
  chromiumDir,
  type TestBrowser,
  type TestTab,
  toTestBrowser,
} from './support/test-browser.ts'

/** The mean brightness of a dark picture with the controls over it is about 40 of 255, of a light one 200. */
const mostOfDark = 90

interface Paint {
  picture: number
  controls: number
  requests: string[]
}

const readPaint = (tab: TestTab): Promise<Paint> =>
  tab.evaluate(async () => {
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

const readPictureAddresses = () =>
  new Promise<string[]>((resolve) => {
    new PerformanceObserver((list) =>
      resolve((list.getEntries() as (PerformanceEntry & { url: string })[]).map(({ url }) => url)),
    ).observe({ type: 'element', buffered: true })
  })

/** Keeps other pages from reading the deck until this extension page closes. */
const holdStore = () =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open('fresco')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['deck', 'images'], 'readwrite')
      const goOn = () => {
        resolve()
        transaction.objectStore('deck').get('deck').onsuccess = goOn
      }
      goOn()
    }
  })

const readHintColor = (): number[] => {
  const { color } = JSON.parse(localStorage.getItem('fresco.next') ?? '{}') as { color: string }
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

const hasPainted = () => performance.getEntriesByName('first-paint').length > 0
const readGround = () => getComputedStyle(document.documentElement).backgroundColor

describe('the frames of a new tab', () => {
  let profile: string
  let chromium: ChromiumWithExtension
  let browser: TestBrowser
  let server: FakeCatalogue
  // The browser trace records the whole window, so the page is given the same size as the window.
  const launch = async () => {
    chromium = await launchChromium({
      extensionDir: chromiumDir,
      userDataDir: profile,
      viewport: null,
    })
    browser = toTestBrowser(chromium)
  }

  beforeAll(async () => {
    profile = await makeTempDir('frames')
    server = await startFakeCatalogue()
    await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await removeDir(profile)
  })

  it('show the picture or a plain color in the very first tab, according to the browser’s trace', async () => {
    expectCalm(await record(chromium))
  })

  it('show the picture or a plain color when a wallpaper is stored', async () => {
    await supply(browser, server.url)
    for (let count = 0; count < (isLongRun ? 2 : 1); count++) expectCalm(await record(chromium))
  })

  it('show the picture before anything else is loaded or requested', async () => {
    for (let count = 0; count < (isLongRun ? 5 : 1); count++) {
      server.requests.length = 0
      const tab = await browser.openNewTab()
      await tab.waitFor(`document.querySelector('.title')`)
      const { picture, controls, requests } = await readPaint(tab)
      expect(controls).toBeGreaterThan(picture)
      expect(requests).toEqual([])
      // The background downloads a replacement only after the wallpaper is on the screen.
      await vi.waitUntil(() => server.requests.length > 0, { timeout: 60_000 })
      expect(server.requests[0]?.at).toBeGreaterThan(picture)
      await waitForSupply(tab)
      await tab.close()
    }
  })

  it('show the picture that the last tab has preloaded, before the database answers', async () => {
    const options = await chromium.openExtensionPage('options.html')
    await vi.waitUntil(() => options.evaluate(() => localStorage.getItem('fresco.picture')), {
      timeout: 60_000,
    })
    await options.evaluate(holdStore)
    const tab = await browser.openNewTab()
    await tab.waitFor(`document.querySelector('.title')`)
    // The page stops waiting for the database and keeps this picture.
    expect(await tab.evaluate(readPictureAddresses)).toEqual([expect.stringMatching(/^blob:/)])
    expect(await tab.evaluate(() => localStorage.getItem('fresco.picture'))).toBe('')
    await options.close()
    await tab.close()
  })

  inLongRun('show a built-in picture while the database is busy, then a stored one', async () => {
    await supply(browser, server.url)
    const options = await chromium.openExtensionPage('options.html')
    await options.evaluate(() => localStorage.setItem('fresco.picture', ''))
    await options.evaluate(holdStore)
    const tab = await browser.openNewTab()
    await expect
      .poll(async () => (await tab.evaluate(readPictureAddresses)).at(-1))
      .toMatch(/wallpapers\//)
    await tab.waitFor(`document.querySelector('.title')`)
    await options.close()
    await tab.waitFor(`document.querySelector('#wallpaper').src.startsWith('blob:')`)
    await tab.waitFor(`/^Fake/.test(document.querySelector('.title').textContent)`)
    await tab.close()
  })

  inLongRun('are never white, and begin with the color of the previous tab', async () => {
    const options = await chromium.openExtensionPage('options.html')
    const color = await options.evaluate(readHintColor)
    // A picture that the tab before has preloaded would be in the first frame.
    await options.evaluate(() => localStorage.setItem('fresco.picture', ''))
    await options.evaluate(holdStore)
    let painted = ''
    const frames = await record(chromium, async (page) => {
      await page.bringToFront()
      // Unblocks the deck after the first paint. The check fails while the tab is navigating.
      const isSeen = () => page.evaluate(hasPainted).catch(() => false)
      await vi.waitUntil(isSeen, { timeout: 60_000 })
      painted = await page.evaluate(readGround)
      await options.close()
    })
    expect(painted).toBe(`rgb(${color.join(', ')})`)
    const [first] = listOwn(frames)
    expect(first && isPlain(first) && isLike(first, color), JSON.stringify(first)).toBe(true)
    expectCalm(frames)
  })

  inLongRun('show the picture or a plain color after a restart of the browser', async () => {
    await chromium.close()
    await launch()
    expectCalm(await record(chromium))
  })

  inLongRun('show the picture or a plain color when the server is down', async () => {
    server.behave({ status: 500 })
    for (let count = 0; count < 10; count++) expectCalm(await record(chromium))
  })

  inLongRun('are all dark from the first new tab after dusk on', async () => {
    server.behave('well')
    const toned = await startFakeCatalogue({ size: 240, hasTones: true })
    await supply(browser, toned.url, { darker: 'system' })
    const last = await browser.openNewTab()
    await waitForDeck(last, ({ upcoming }) => upcoming.length > 3)
    const frames = await record(chromium, undefined, 'dark')
    await last.close()
    expectCalm(frames)
    expect(listOwn(frames).filter(({ mean }) => Math.max(...mean) > mostOfDark)).toEqual([])
    await toned.stop()
  })

  inLongRun('are dimmed from the first one on, until that is switched off', async () => {
    const white = {
      create: { width: 640, height: 360, channels: 3, background: '#fff' },
    } as const
    const bright = await startFakeCatalogue({ picture: await sharp(white).jpeg().toBuffer() })
    await supply(browser, bright.url, { darker: '' })
    const options = await browser.openOptions()
    await options.waitFor(`document.querySelector('.veil [type=range]')`)
    await enter(options, '.veil [type=range]', '60')
    await expect.poll(() => readSettings(options)).toMatchObject({ dim: 60 })
    const recordBrightest = async () =>
      Math.max(...listOwn(await record(chromium)).flatMap(({ mean }) => mean))
    expect(await recordBrightest()).toBeLessThan(115)
    await enter(options, '.veil [type=range]', '0')
    await expect.poll(() => readSettings(options)).toMatchObject({ dim: 0 })
    expect(await recordBrightest()).toBeGreaterThan(200)
    await bright.stop()
  })
})
