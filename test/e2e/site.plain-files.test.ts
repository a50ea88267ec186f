import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toFavoritesUrl } from '../../shared/catalogue/favorites-link.ts'
import { inLongRun, isLongRun } from '../long-run.ts'
import { listViolations } from './support/accessibility.ts'
import { base, exportPictures } from './support/exported-site.ts'
import { waitForSupply } from './support/new-tab.ts'
import { launchSiteBrowser, overflowOf } from './support/site.ts'
import { fromPlaywright } from './support/test-browser.ts'

let site: Awaited<ReturnType<typeof exportPictures>>
let browser: Browser
beforeAll(async () => {
  site = await exportPictures()
  const { code, text } = await site.run()
  expect(code, text).toBe(0)
  expect(text).toMatch(/40 wallpapers are in /)
  browser = await launchSiteBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const phone = { width: 320, height: 640, colorScheme: 'dark' } as const
const desktop = { width: 1440, height: 900, colorScheme: 'light' } as const
const screens = isLongRun ? [phone, desktop] : [phone]
const inspected = [
  ...['/', '/browse/?tone=dark', '/nothing/'],
  ...(isLongRun ? ['/favorites/#lagoon,tower,gone', '/wallpaper/lagoon/', '/privacy/'] : []),
]

const open = async (path: string, options: BrowserContextOptions = {}) => {
  const page = await browser.newPage(options)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(site.server.url + path)
  return { page, problems }
}

const shownIn = (page: Page) =>
  page
    .locator('main .wall')
    .first()
    .locator('li > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

describe('an exported site below a path', () => {
  it('filters, searches and turns pages without a server', async () => {
    const { page, problems } = await open('/')
    const first = await shownIn(page)
    expect(first).toHaveLength(30)
    await page.getByRole('link', { name: 'Next page' }).click()
    await heading(page, 'All wallpapers')
    const second = await shownIn(page)
    expect(new Set([...first, ...second]).size).toBe(40)

    await page.getByRole('link', { name: 'Nature' }).click()
    await heading(page, 'Nature')
    expect(await page.getByRole('status').textContent()).toBe('10 wallpapers')
    await page.locator('#q').fill('lagon')
    await page.getByRole('button', { name: 'Search' }).click()
    await heading(page, '“lagon” in nature')
    expect(await shownIn(page)).toEqual([`${base}/wallpaper/lagoon/`])
    await page.goBack()
    await heading(page, 'Nature')
    await page.goto(`${site.server.url}/browse/?atleast=1280x640&color=blue,green`)
    await heading(page, 'Blue or green, 1280 × 640 or larger')
    await page.locator('main .wall a').first().click()
    await page.getByRole('heading', { name: 'Download' }).waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  inLongRun('says at an address that asks for favorites of people that it has none', async () => {
    const { page } = await open('/tab/?from=@ada')
    await page.getByText('“from” in the address is not known, so it is ignored.').waitFor()
    await page.close()
  })

  it('shows the favorites that a link names, without sending them to the host', async () => {
    const link = toFavoritesUrl(`${site.server.url}/`, ['tower', 'gone', 'quiet-7', 'lagoon'])
    const { page, problems } = await open(link.slice(site.server.url.length))
    await page.getByText('3 of 4 wallpapers; 1 is no longer in the catalogue').waitFor()
    expect(await shownIn(page)).toEqual(
      ['tower', 'quiet-7', 'lagoon'].map((id) => `${base}/wallpaper/${id}/`),
    )
    await page.evaluate(() => {
      location.hash = '#meadow'
    })
    await page.getByText('1 wallpaper', { exact: true }).waitFor()
    expect(await shownIn(page)).toEqual([`${base}/wallpaper/meadow/`])
    await page.goto(`${site.server.url}/favorites/`)
    await page.getByText('This link names no wallpaper of this site.').waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  inLongRun('shows the hearts of its new tab page', async () => {
    const { page, problems } = await open('/tab/')
    await waitForSupply(fromPlaywright(page))
    await page.reload()
    const openHearts = async () => {
      await page.locator('.icon-button.info').click()
      await page.getByRole('button', { name: 'Favorites' }).click()
    }
    await openHearts()
    await page.getByText('You have no favorites yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.icon-button.heart').click()
    const title = await page.locator('.title').textContent()
    await openHearts()
    await page.waitForURL('**/favorites/#*')
    await page.getByText('1 wallpaper', { exact: true }).waitFor()
    await page.locator('main .wall li > a').click()
    await heading(page, title ?? '')
    expect(problems).toEqual([])
    await page.close()
  })

  it('says so when nothing matches, and when the index cannot be loaded', async () => {
    const { page } = await open('/browse/?q=zzz')
    await heading(page, '“zzz”')
    await page.getByText('No wallpapers match all of that.').waitFor()
    await page.route('**/index.json', (route) => route.abort())
    await page.reload()
    await page.getByText('The wallpapers could not be loaded.').waitFor()
    await page.close()
  })

  it('works without script as far as it can', async () => {
    const read = async (path: string) => (await fetch(site.server.url + path)).text()
    const home = await read('/')
    expect(home.match(/<li[^>]*>\s*<a [^>]*href="\/walls\/wallpaper\//g)).toHaveLength(30)
    expect(home).toContain(`href="${base}/browse/?page=2"`)
    expect(await read('/browse/')).toContain('This page needs JavaScript.')
  })

  it.each(screens)(
    'is accessible and fits on $width × $height',
    async ({ colorScheme, ...viewport }) => {
      const { page, problems } = await open('/', { viewport, colorScheme })
      for (const path of inspected) {
        await page.goto(site.server.url + path)
        await page.locator('main .wall, main.text, main.message').first().waitFor()
        expect(await listViolations(page), path).toEqual([])
        expect(await overflowOf(page), path).toBe(0)
      }
      expect(problems).toEqual([
        'Failed to load resource: the server responded with a status of 404 (Not Found)',
      ])
      await page.close()
    },
  )

  it('needs at most 20.25 kB of script for filters and search, and none of it on the home page', async () => {
    const script = await readFile(join(site.out, 'browse.js'))
    expect(gzipSync(script).length).toBeLessThan(20.25 * 1024)
    const { page } = await open('/')
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    expect(loaded.filter((name) => /browse\.js|index\.json/.test(name))).toEqual([])
    expect((await stat(join(site.out, 'index.html'))).size).toBeLessThan(100_000)
    await page.close()
  })
})
