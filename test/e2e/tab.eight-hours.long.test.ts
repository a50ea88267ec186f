import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportPictures } from './support/exported-site.ts'
import { launchSiteBrowser } from './support/site.ts'

const seconds = 10
const changesInEightHours = (8 * 3_600) / seconds
const settleIn = 720
/** How long the browser may take to show the next picture, in milliseconds of real time. */
const patience = 60_000

describe('the new tab as a slideshow for eight hours', () => {
  let site: Awaited<ReturnType<typeof exportPictures>>
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let cdp: CDPSession
  beforeAll(async () => {
    site = await exportPictures()
    const { code, text } = await site.run()
    expect(code, text).toBe(0)
    browser = await launchSiteBrowser()
    context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    page = await context.newPage()
    await page.clock.install()
    await page.goto(`${site.server.url}/tab/?every=${seconds}`)
    await page.locator('#wallpaper[src^="blob:"]').waitFor()
    cdp = await context.newCDPSession(page)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  const readShown = () =>
    page.evaluate(() => document.querySelector<HTMLImageElement>('#wallpaper')?.src)

  const play = async (intervals: number) => {
    let changes = 0
    for (let done = 0; done < intervals; done++) {
      const before = await readShown()
      await page.clock.runFor(seconds * 1_000)
      const until = performance.now() + patience
      let isOther = false
      while (!isOther && performance.now() < until) isOther = (await readShown()) !== before
      if (isOther) changes++
    }
    return changes
  }

  // The heap of a settled page goes up and down by 4 %, so the smallest of several sizes counts.
  const weigh = async () => {
    const sizes: number[] = []
    for (let round = 0; round < 5; round++) {
      await play(10)
      await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize } = await cdp.send('Runtime.getHeapUsage')
      sizes.push(usedSize)
    }
    return Math.min(...sizes)
  }

  it('uses no more memory at the end, and goes on without the network', async () => {
    await play(settleIn)
    const settled = await weigh()
    const half = changesInEightHours / 2
    expect(await play(half)).toBe(half)
    const online = await weigh()
    await context.setOffline(true)
    expect(await play(half)).toBe(half)
    const offline = await weigh()
    const share = (size: number) => `${((size / settled - 1) * 100).toFixed(1)} %`
    console.log(`Heap: ${settled} bytes, ${share(online)} online, ${share(offline)} offline`)
    // A tenth of the heap is 120 bytes for each of the pictures. Keeping one of them would take more.
    expect(online).toBeLessThan(settled * 1.1)
    expect(offline).toBeLessThan(settled * 1.1)
  }, 3_600_000)
})
