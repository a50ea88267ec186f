import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { openExportedSite } from './support/exported-site.ts'
import { chooseNothing, enter, look, waitForDeck, waitForSupply } from './support/new-tab.ts'
import { launchBrowser, type TestBrowser } from './support/test-browser.ts'

const path = '/some/path'
const tabs = 25

const paint = async (dir: string) => {
  const folder = join(dir, 'pictures')
  await mkdir(folder)
  const all = Array.from({ length: tabs + 10 }, (_, at) =>
    sharp({
      create: {
        width: 640,
        height: 400,
        channels: 3,
        background: { r: (at * 37) % 256, g: (at * 91) % 256, b: (at * 53) % 256 },
      },
    })
      .jpeg()
      .toFile(join(folder, `walk-${at}.jpg`)),
  )
  await Promise.all(all)
  return folder
}

type Site = Awaited<ReturnType<typeof openExportedSite>>

describe('the extension on an exported site below a path', () => {
  let dir: string
  let site: Site
  let browser: TestBrowser
  const launch = () => launchBrowser('chromium', { profileDir: join(dir, 'profile') })
  const hearts: string[] = []
  const listHearts = async () => {
    const page = await browser.openOptions()
    await page.waitFor(
      `document.querySelectorAll('.favorites .name bdi').length === ${hearts.length}`,
    )
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('.favorites .name bdi')].map(({ textContent }) => textContent),
    )
    return { page, names }
  }

  beforeAll(async () => {
    dir = await makeTempDir('site-extension')
    await mkdir(join(dir, 'profile'))
    site = await openExportedSite(paint, path)
    const { text, code } = await site.run()
    expect(code, text).toBe(0)
    browser = await launch()
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await removeDir(dir)
  })

  it('shows 25 wallpapers without a repeat, and three get a heart', async () => {
    await chooseNothing(browser)
    const welcome = await browser.openWelcome()
    await welcome.waitFor(`document.querySelector('.card')`)
    await welcome.click('.card input[value=web]')
    await welcome.waitFor(`document.querySelector('.web input')`)
    await enter(welcome, '.web input', site.server.url)
    await welcome.click('.web form button')
    await welcome.waitFor(`document.querySelector('.found .primary')`)
    await welcome.click('.found .primary')
    await waitForDeck(welcome, ({ upcoming }) => upcoming.length > 0)
    await welcome.close()
    const seen: string[] = []
    while (seen.length < tabs) {
      const tab = await browser.openNewTab()
      const { title, isBuiltIn, notice } = await look(tab)
      expect({ isBuiltIn, notice }).toEqual({ isBuiltIn: false, notice: '' })
      seen.push(title)
      if (seen.length % 8 === 4) {
        hearts.unshift(title)
        await tab.click('.heart')
        await tab.waitFor(
          `document.querySelector('.heart').getAttribute('aria-pressed') === 'true'`,
        )
      }
      await waitForDeck(tab, ({ upcoming }) => upcoming.length > 0)
      await tab.close()
    }
    expect(new Set(seen).size).toBe(tabs)
    const asked = site.server.asked.filter((one) => !one.startsWith(`${path}/`))
    expect(asked).toEqual([])
  })

  it('keeps the hearts when the browser starts again', async () => {
    const tab = await browser.openNewTab()
    await waitForSupply(tab)
    await browser.close()
    browser = await launch()
    const { page, names } = await listHearts()
    expect(names).toEqual(hearts)
    const next = await browser.openNewTab()
    expect((await look(next)).isBuiltIn).toBe(false)
    await next.close()
    await page.close()
  })

  it('has a link to the hearts, which the site shows', async () => {
    const { page } = await listHearts()
    await page.waitFor(`document.querySelector('.share a')`)
    const link = await page.evaluate(
      () => document.querySelector<HTMLAnchorElement>('.share a')?.href ?? '',
    )
    expect(link).toMatch(new RegExp(`^${site.server.url}/favorites/#`))
    await page.close()
    const shared = await browser.open(link)
    await shared.waitFor(`document.querySelectorAll('main .wall li > a').length === 3`)
    await shared.click('main .wall li > a')
    await shared.waitFor(`document.querySelector('h1')?.textContent === '${hearts.at(-1)}'`)
    expect(await shared.evaluate(() => location.pathname)).toMatch(
      new RegExp(`^${path}/wallpaper/walk-`),
    )
    await shared.close()
  })
})
