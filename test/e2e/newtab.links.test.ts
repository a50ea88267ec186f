import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isLongRun } from '../long-run.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { listViolations } from './support/accessibility.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, supply } from './support/new-tab.ts'
import { chromiumDir, fromPlaywright, toTestBrowser } from './support/test-browser.ts'

const eight = [
  'Ada',
  'Grace',
  'Mary',
  'Katherine',
  'A very long name of a site',
  'Zoë',
  'हिन्दी',
  'الأخبار',
]
const toLinks = (address: string) => eight.map((name, at) => `${address}/?link=${at} ${name}`)

/** Notes where the parts of the page are in each frame. It runs inside the tested page. */
const notePlaces = () => {
  const places = new Map<string, Set<number>>()
  const look = () => {
    for (const part of document.querySelectorAll('.controls, #links, .clock'))
      places.set(
        part.className,
        (places.get(part.className) ?? new Set()).add(part.getBoundingClientRect().top),
      )
    requestAnimationFrame(look)
  }
  look()
  Object.assign(window, { countPlaces: () => Array.from(places.values(), ({ size }) => size) })
}

const dropLink = (html: string) => {
  const data = new DataTransfer()
  data.setData('text/uri-list', 'https://dropped.example/page')
  data.setData('text/html', html)
  const event = { bubbles: true, cancelable: true, dataTransfer: data }
  document.querySelector('[placeholder]')?.dispatchEvent(new DragEvent('drop', event))
}

const namesIn = (page: Page) => page.locator('#links a').allInnerTexts()

describe('quick links', () => {
  let chromium: ChromiumWithExtension
  let server: FakeCatalogue
  let options: Page
  const keep = (links: string[]) =>
    keepSettings(fromPlaywright(options), { links, clockPlace: 'corner' })

  beforeAll(async () => {
    server = await startFakeCatalogue()
    chromium = await launchChromium({ extensionDir: chromiumDir })
    await supply(toTestBrowser(chromium), server.url)
    options = await chromium.openExtensionPage('options.html')
  })
  beforeEach(() => keep(toLinks('https://links.example')))
  afterAll(async () => {
    await chromium?.close()
    await server?.stop()
  })

  it('are on a new tab without a request to their sites, and nothing moves when they appear', async () => {
    const asked: string[] = []
    chromium.context.on('request', (request) => asked.push(request.url()))
    await chromium.context.addInitScript(notePlaces)
    const tab = await chromium.openNewTab()
    await tab.locator('.clock').waitFor()
    expect(await namesIn(tab)).toEqual(eight)
    await tab.locator('.clock[data-ink]').waitFor()
    expect(await tab.evaluate('countPlaces()')).toEqual([1, 1, 1])
    expect(asked.filter((url) => url.includes('links.example'))).toEqual([])
    await tab.close()
  })

  it('are the first that the Tab key reaches, and open in the same tab', async () => {
    await keep(toLinks(server.url))
    const tab = await chromium.openNewTab()
    await tab.locator('.clock').waitFor()
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Tab')
    await Promise.all([tab.waitForURL(`${server.url}/?link=1`), tab.keyboard.press('Enter')])
    await tab.goBack()
    await tab.click('#links a:last-child')
    await tab.waitForURL(`${server.url}/?link=7`)
    await tab.close()
  })

  it('are hidden together with the controls', async () => {
    const tab = await chromium.openNewTab()
    await tab.locator('.clock').waitFor()
    await tab.keyboard.press('Space')
    await tab.locator('.controls[data-hidden=true]').waitFor()
    const opacity = () => getComputedStyle(document.querySelector('#links') as Element).opacity
    expect(await tab.evaluate(opacity)).toBe('0')
    await tab.close()
  })

  const screens = [
    { name: 'at 390 pixels', size: [390, 844], media: {} },
    { name: 'with forced colors', size: [1366, 768], media: { forcedColors: 'active' } },
    { name: 'at 200 % zoom', size: [683, 384], media: {} },
    { name: 'with more contrast', size: [1366, 768], media: { contrast: 'more' } },
  ] as const
  const tested = screens.slice(0, isLongRun ? 4 : 1)
  it.each(tested)('fit and pass the checks of axe $name', async ({ size, media }) => {
    const [width, height] = size
    const tab = await chromium.openNewTab()
    await tab.setViewportSize({ width, height })
    await tab.emulateMedia(media)
    await tab.locator('.clock').waitFor()
    const box = await tab.locator('#links').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await listViolations(tab)).toEqual([])
    await tab.close()
  })

  it('have the way to the page of the browser itself beside their editor', async () => {
    const page = await chromium.openExtensionPage('options.html')
    await page.getByRole('button', { name: 'own new tab page' }).click()
    await page.waitForURL('chrome://new-tab-page/')
    await page.close()
  })

  it('are typed, dropped and removed, and open tabs follow', async () => {
    await keep([])
    const tab = await chromium.openNewTab()
    await tab.locator('.clock').waitFor()
    expect(await tab.locator('#links').count()).toBe(0)
    const address = options.getByLabel('Address', { exact: true })
    await address.fill('javascript:alert(1)')
    await address.press('Enter')
    await options.getByText('Enter a web address').waitFor()
    await address.fill('www.example.org')
    await address.press('Enter')
    await tab
      .locator('#links a[href="https://www.example.org/"]', { hasText: /^example.org$/ })
      .waitFor()
    await options.evaluate(dropLink, '')
    await tab.getByText('dropped.example').waitFor()
    await options.evaluate(dropLink, '<a href="/page">Page of a site</a>')
    await tab.getByText('Page of a site').waitFor()
    expect(await namesIn(tab)).toEqual(['example.org', 'Page of a site'])
    for (const name of ['example.org', 'Page of a site'])
      await options.getByTitle(`Remove the link to ${name}`).click()
    await tab.locator('#links').waitFor({ state: 'hidden' })
    await tab.close()
  })
})
