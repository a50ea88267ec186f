import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WallpaperDetail } from '../../shared/wallpaper.ts'
import { inLongRun } from '../long-run.ts'
import { startServer } from '../tools/servers/start-server.ts'
import { launchSiteBrowser, signUp } from './support/site.ts'

const minuteMs = 60_000
/** How many pictures the other screens show while one of them is off. */
const changes = 480
const evening = new Date('2026-11-29T21:57:00')
const loved = ['paper-hills', 'crescent-moon', 'stained-glass-sunset']

declare global {
  interface Window {
    wakeLocks?: number
  }
}

describe('five screens at five addresses of one server', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let browser: Browser
  let context: BrowserContext
  const byTitle = new Map<string, WallpaperDetail>()
  beforeAll(async () => {
    server = await startServer()
    const ada = await signUp(server.url, 'ada', 'Ada')
    for (const id of loved) await ada.heart(id)
    const all = await fetch(`${server.url}/api/wallpapers?include=details&limit=100`)
    for (const item of (await all.json()).items) byTitle.set(item.title, item)
    browser = await launchSiteBrowser()
    const viewport = { width: 1280, height: 720 }
    context = await browser.newContext({ viewport, screen: viewport })
    await context.addInitScript(() => {
      window.wakeLocks = 0
      const request = async () => {
        window.wakeLocks = 1
        return {
          release: async () => {
            window.wakeLocks = 0
          },
        }
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    await context.clock.install({ time: evening })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const open = async (words: string) => {
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${server.url}/tab/?every=60&${words}`)
    await page.locator('#wallpaper[src^="blob:"]').waitFor()
    return { page, requests }
  }

  const readShown = async (page: Page): Promise<WallpaperDetail[]> => {
    const title = (await page.locator('.title').textContent()) ?? ''
    return title.split(' · ').flatMap((one) => byTitle.get(one) ?? [])
  }
  const readFile = (page: Page) => page.locator('#wallpaper').getAttribute('src')

  const play = async (pages: readonly Page[], ms = minuteMs) => {
    const before = await Promise.all(pages.map(readFile))
    await context.clock.runFor(ms)
    for (const [at, page] of pages.entries())
      await expect.poll(() => readFile(page)).not.toBe(before[at])
  }

  const waitForSilence = async (requests: readonly string[]) => {
    for (let seen = -1; seen !== requests.length; await sleep(2_000)) seen = requests.length
  }

  const weigh = async (page: Page) => {
    const cdp = await context.newCDPSession(page)
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize
  }

  inLongRun(
    'show what their words say, and one is off at night',
    async () => {
      const frame = await open('ratio=landscape')
      const kitchen = await open('tone=dark&clock=off&caption')
      const night = await open('off=22:00-07:00')
      const pairs = await open('type=mobile&pairs')
      const favorites = await open('from=@ada')
      const awake = [frame, kitchen, pairs, favorites].map(({ page }) => page)
      let seenPairs = 0
      const expectRight = async () => {
        const [framed, dark, paired, hearted] = await Promise.all(awake.map(readShown))
        expect(framed?.map(({ type }) => type)).toEqual(['desktop'])
        expect(dark?.map(({ luminance }) => luminance && luminance < 0.18)).toEqual([true])
        // One of 19 tall pictures has no other beside it.
        if (paired?.length === 2) seenPairs++
        expect(new Set(paired?.map(({ type }) => type))).toEqual(new Set(['mobile']))
        expect(loved).toEqual(expect.arrayContaining(hearted?.map(({ id }) => id) ?? []))
      }
      await play([...awake, night.page])
      await expectRight()
      expect(await kitchen.page.locator('.clock').count()).toBe(0)
      expect(await kitchen.page.locator('.credit').textContent()).toContain('MIT')
      expect(await night.page.evaluate(() => window.wakeLocks)).toBe(1)
      const heaps = await Promise.all(awake.map(weigh))

      await context.clock.runFor(3 * minuteMs)
      const black = night.page.locator('body[data-off="Off until 07:00"]')
      await black.waitFor({ state: 'attached' })
      await expect.poll(() => night.page.evaluate(() => window.wakeLocks)).toBe(0)
      // A download that has begun may end.
      await waitForSilence(night.requests)
      const [asleep, before] = [await readFile(night.page), night.requests.length]
      for (let change = 0; change < changes; change++) {
        await play(awake)
        await expectRight()
      }
      expect(await readFile(night.page)).toBe(asleep)
      const { channels } = await sharp(await night.page.screenshot()).stats()
      expect(channels.map(({ max }) => max)).toEqual([0, 0, 0])
      expect(night.requests.slice(before)).toEqual([])

      expect(seenPairs).toBeGreaterThan(changes / 2)
      const later = await Promise.all(awake.map(weigh))
      const requests = [frame, kitchen, pairs, favorites, night].map((one) => one.requests.length)
      console.log({ heaps, later, requests })
      for (const [at, size] of later.entries()) expect(size).toBeLessThan((heaps[at] ?? 0) * 1.5)
      await context.clock.setSystemTime(new Date('2026-11-30T07:00:01'))
      await play([night.page], 5_000)
      expect(await black.count()).toBe(0)
      await expect.poll(() => night.page.evaluate(() => window.wakeLocks)).toBe(1)
    },
    3_600_000,
  )

  it('say by name that somebody has no favorites, or is not there', async () => {
    const { host } = new URL(server.url)
    await signUp(server.url, 'bob', 'Bob')
    for (const [words, why] of [
      ['from=@bob', `@bob has no favorites to show on ${host}`],
      ['from=nobody&today', `Nobody called @nobody shares favorites on ${host}`],
    ]) {
      const page = await browser.newPage()
      await page.goto(`${server.url}/tab/?${words}`)
      await page.locator('#wallpaper[src^="blob:"]').waitFor()
      await page.getByText(`${why}. Showing other wallpapers instead.`).waitFor()
      await page.close()
    }
  })

  inLongRun('say by name that somebody leaves or empties the list meanwhile', async () => {
    const { host } = new URL(server.url)
    const why = {
      cyd: `@cyd has no favorites to show on ${host}`,
      dan: `Nobody called @dan shares favorites on ${host}`,
    }
    for (const [name, text] of Object.entries(why)) {
      const person = await signUp(server.url, name, name)
      await person.heart('paper-hills')
      const page = await browser.newPage()
      await page.goto(`${server.url}/tab/?from=@${name}`)
      await page.getByText('Paper Hills').waitFor()
      if (name === 'cyd') await person.heart('paper-hills', 'remove')
      else await person.leave()
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowRight')
          return page.textContent('body')
        })
        .toContain(`${text}. Showing other wallpapers instead.`)
      await page.close()
    }
  })
})
