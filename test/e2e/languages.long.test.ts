import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { supply } from './support/new-tab.ts'
import { overflowOf } from './support/site.ts'
import { chromiumDir, toTestBrowser } from './support/test-browser.ts'

const known = {
  title: 'Zauberwald, Ramsau bei Berchtesgaden, Alpes-Maritimes, France (2019)',
  description: 'Zauberwald in the fog.',
  category: 'zauberwald',
  tags: ['zauberwald lake'],
  credit: 'Zauberwald Ada',
  license: 'CC BY 4.0',
}

/** Returns the texts of the catalogue that no element gives a direction of its own. It runs inside the tested page. */
const findUndirected = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (/zauber/i.test(node.nodeValue ?? '') && !node.parentElement?.closest('bdi, [dir="auto"]'))
      found.push(node.nodeValue ?? '')
  return found
}

const expectArabic = async (page: Page, selector: string) => {
  await page.waitForSelector(selector)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ar')
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  expect(await overflowOf(page)).toBe(0)
}

describe('the extension in an Arabic browser', () => {
  let browser: ChromiumWithExtension
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ known })
    browser = await launchChromium({
      extensionDir: chromiumDir,
      viewport: { width: 1366, height: 768 },
      args: ['--lang=ar'],
      keepWelcome: true,
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('shows the welcome page in Arabic and from right to left', async () => {
    const isWelcome = (page: Page) => page.url().endsWith('/welcome.html')
    const { context } = browser
    const welcome =
      context.pages().find(isWelcome) ?? (await context.waitForEvent('page', isWelcome))
    await expectArabic(welcome, 'h1')
    expect(await welcome.textContent('h1')).toContain('Fresco')
    const opened = context.waitForEvent('page')
    await welcome.click('.choice .quiet')
    const tab = await opened
    await tab.waitForURL(/newtab/)
    await welcome.close()
  })

  it('shows a new tab that fits, and gives texts of the catalogue a direction of their own', async () => {
    await supply(toTestBrowser(browser), server.url)
    const tab = await browser.openNewTab()
    await expectArabic(tab, '.bar')
    const box = await tab.locator('#wallpaper').boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 1366, height: 768 })
    await tab.click('.heart')
    await tab.keyboard.press('i')
    await tab.click('.panel summary')
    expect(await tab.evaluate(findUndirected)).toEqual([])
    await tab.keyboard.press('Escape')
    await tab.click('.icon-button.settings')
    await tab.click('.drawer summary')
    const drawer = await tab.locator('.panel').boundingBox()
    expect(drawer?.x).toBe(20)
    expect(await tab.evaluate(findUndirected)).toEqual([])
  })

  it.each(['options', 'favorites', 'pictures', 'show'])(
    'has a page %s that fits a phone, with names in a direction of their own',
    async (name) => {
      const page = await browser.openExtensionPage(`${name}.html#${server.url}`)
      await page.setViewportSize({ width: 390, height: 800 })
      await expectArabic(page, 'h1')
      if (name === 'show') await page.locator('.found').waitFor()
      if (name === 'favorites') await page.getByText('Zauberwald').first().waitFor()
      expect(await page.evaluate(findUndirected)).toEqual([])
      await page.close()
    },
  )
})
