import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { listViolations } from './support/accessibility.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { supply } from './support/new-tab.ts'
import { chromiumDir, toTestBrowser } from './support/test-browser.ts'

/** Window sizes in CSS pixels. The last is a phone, and the two before are common screens with the zoom at 200 %. */
const screens = [
  [1366, 768],
  [1920, 1080],
  [3440, 1440],
  [1080, 1920],
  [683, 384],
  [960, 540],
  [390, 844],
] as const

const wishes = [
  { reducedMotion: 'reduce' },
  { contrast: 'more' },
  { forcedColors: 'active' },
  { colorScheme: 'light' },
] as const

/** Lists what sticks out of the window. Runs inside the tested page. */
const listOutside = (): string[] =>
  Array.from(document.querySelectorAll('button, h1, h2, p, dd, kbd'))
    .filter((element) => !element.closest('.panel') || element.matches('.panel-close'))
    .filter((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect()
      return width > 0 && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 80))

const expectGood = async (page: Page): Promise<void> => {
  expect(await page.evaluate(listOutside)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  expect(await listViolations(page)).toEqual([])
}

describe('a new tab shows everything inside the window and passes the checks of axe', () => {
  let chromium: ChromiumWithExtension
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue()
    chromium = await launchChromium({ extensionDir: chromiumDir })
    await supply(toTestBrowser(chromium), server.url)
    const tab = await openNewTab([1366, 768])
    await tab.click('.heart')
    await tab.close()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.stop()
  })

  const openNewTab = async ([width, height]: readonly [number, number]) => {
    const page = await chromium.context.newPage()
    await page.setViewportSize({ width, height })
    await page.goto('chrome://newtab/')
    await page.locator('.title').waitFor()
    return page
  }

  const openDrawer = async (page: Page) => {
    await page.click('.icon-button.settings')
    await page.click('.drawer summary')
  }

  it.each(screens)('at %i × %i pixels, with its panels', async (...screen) => {
    const page = await openNewTab(screen)
    await expectGood(page)
    for (const key of ['i', '?']) {
      await page.keyboard.press(key)
      await page.locator('dialog[open]').waitFor()
      await expectGood(page)
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
    await openDrawer(page)
    await expectGood(page)
    await page.close()
  })

  it.each(wishes)('for a person who wants %j', async (wish) => {
    const page = await openNewTab([1366, 768])
    await page.emulateMedia(wish)
    await expectGood(page)
    await openDrawer(page)
    await expectGood(page)
    await page.close()
  })

  it.each(['options', 'welcome', 'favorites', 'pictures', 'show'])(
    'the page %s passes the same checks, also with forced colors',
    async (name) => {
      for (const [width, height] of screens) {
        const page = await chromium.openExtensionPage(`${name}.html#${server.url}`)
        await page.setViewportSize({ width, height })
        await page.locator('h1').waitFor()
        if (name === 'show') await page.locator('.found').waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
        for (const forcedColors of ['none', 'active'] as const) {
          await page.emulateMedia({ forcedColors })
          expect(await listViolations(page), `${width} ${forcedColors}`).toEqual([])
        }
        await page.close()
      }
    },
  )

  it.each([
    [1440, 900],
    [390, 844],
    [2560, 1440],
    [3840, 2160],
  ])(
    'the welcome offers photographs without scrolling at %i × %i pixels',
    async (width, height) => {
      const page = await chromium.openExtensionPage('welcome.html')
      await page.setViewportSize({ width, height })
      for (const choice of ['.primary', '.hint', '.quiet']) {
        const { y = 0, height: own = 0 } =
          (await page.locator(`.choice ${choice}`).boundingBox()) ?? {}
        expect(y + own).toBeLessThanOrEqual(height)
      }
      const [left, right] = await page.evaluate(() => {
        const { left: start = 0, right: end = 0 } =
          document.querySelector('.words')?.getBoundingClientRect() ?? {}
        const edge = document.querySelector('.front')?.getBoundingClientRect().right ?? 0
        return [start - (edge > start ? 0 : edge), innerWidth - end]
      })
      expect(Math.abs(left - right)).toBeLessThan(2)
      await page.close()
    },
  )
})
