import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { chromiumDir } from './support/test-browser.ts'

const direction = (page: Page) =>
  page.evaluate('[document.documentElement.lang, document.documentElement.dir].join(" ")')

/**
 * Returns by how many pixels the page is wider than its window. A positive number means that people
 * must scroll sideways.
 */
const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

const waitFor = (page: Page, selector: string) => page.waitForSelector(selector)

describe('the extension in an Arabic browser', () => {
  let browser: ChromiumWithExtension

  beforeAll(async () => {
    browser = await launchChromium({
      extensionDir: chromiumDir,
      viewport: { width: 1366, height: 768 },
      args: ['--lang=ar'],
      keepWelcome: true,
    })
  })
  afterAll(() => browser?.close())

  it('shows the welcome page in Arabic and from right to left', async () => {
    const isWelcome = (page: Page) => page.url().endsWith('/welcome.html')
    const { context } = browser
    const welcome =
      context.pages().find(isWelcome) ?? (await context.waitForEvent('page', isWelcome))
    await waitFor(welcome, 'h1')
    expect(await direction(welcome)).toBe('ar rtl')
    expect(await welcome.textContent('h1')).toContain('Fresco')
    expect(await overflow(welcome)).toBe(0)
    const opened = context.waitForEvent('page')
    await welcome.click('.primary')
    const tab = await opened
    await tab.waitForURL(/newtab/)
    await welcome.close()
  })

  it('shows a new tab that fits, with a picture that covers it', async () => {
    const tab = await browser.openNewTab()
    await waitFor(tab, '.bar')
    expect(await direction(tab)).toBe('ar rtl')
    expect(await overflow(tab)).toBe(0)
    const box = await tab.locator('#wallpaper').boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 1366, height: 768 })
  })

  it('has settings that fit a phone', async () => {
    const page = await browser.openExtensionPage('options.html')
    await waitFor(page, 'h1')
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await direction(page)).toBe('ar rtl')
    expect(await overflow(page)).toBe(0)
  })
})
