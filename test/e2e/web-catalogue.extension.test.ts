import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeIndexRows } from '../builders.ts'
import { type StaticHosts, startStaticHosts } from '../emulators/static-hosts.ts'
import { isLongRun } from '../long-run.ts'
import { listViolations } from './support/accessibility.ts'
import {
  chooseNothing,
  enter,
  look,
  readDeck,
  waitForDeck,
  waitForSupply,
} from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

declare const chrome: { permissions: { request(asked: { origins: string[] }): Promise<boolean> } }
declare global {
  var askedFor: string[]
}

const raw = 'raw.githubusercontent.com'
const webCard = '.card input[value=web]'
const field = '.web input'
const tabs = isLongRun ? 50 : 3

const makePictures = async (count: number) => {
  const index = makeIndexRows(count)
  const pictures = index.map(async ({ file_main_name, file_cache_name }, at) => {
    const background = { r: (at * 37) % 256, g: (at * 91) % 256, b: (at * 53) % 256 }
    const picture = sharp({ create: { width: 640, height: 400, channels: 3, background } })
    return [
      [`main/${file_main_name}`, await picture.png().toBuffer()],
      [`cache/${file_cache_name}`, await picture.resize(64).webp().toBuffer()],
    ] as const
  })
  const files = Object.fromEntries((await Promise.all(pictures)).flat())
  return { 'index.json': JSON.stringify(index), ...files }
}

describe.each(browserNames)('a catalogue on the web, without a server, in %s', (name) => {
  let hosts: StaticHosts
  let browser: TestBrowser
  const seen: string[] = []

  const openTab = async () => {
    const tab = await browser.openNewTab()
    const shown = await look(tab)
    expect(shown).toMatchObject({ isBuiltIn: false, notice: '' })
    return { tab, title: shown.title }
  }
  const lookAt = async (page: TestTab, address: string) => {
    await enter(page, field, address)
    await page.click('.web form button')
  }
  const reportOf = async (page: TestTab) => {
    await page.waitFor(`document.querySelector('.web .report[data-tone=bad]')`)
    return page.evaluate(() => document.querySelector('.web .report')?.textContent)
  }
  const indexAnswers = () =>
    hosts.requests
      .filter(({ host, path }) => host === raw && path.endsWith('/index.json'))
      .map(({ status }) => status)

  beforeAll(async () => {
    hosts = await startStaticHosts()
    hosts.putRepository('ada/walls', await makePictures(tabs + 30))
    browser = await launchBrowser(name, { hosts })
    await chooseNothing(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await hosts?.stop()
  })

  it('shows three of its pictures on the welcome page before it is saved', async () => {
    const welcome = await browser.openWelcome()
    await welcome.waitFor(`document.querySelector('.card')`)
    await welcome.click('summary')
    await welcome.click(webCard)
    await welcome.waitFor(`document.querySelector('${field}')`)
    await lookAt(welcome, 'github.com/ada/walls')
    await welcome.waitFor(
      `[...document.querySelectorAll('.samples img')].filter((one) => one.naturalWidth).length === 3`,
    )
    expect(await listViolations(welcome)).toEqual([])
    expect(await readDeck(welcome)).toMatchObject({ upcoming: [] })
    await welcome.click('.found .primary')
    await waitForDeck(welcome, ({ upcoming }) => upcoming.length > 0)
    await welcome.close()
    const { tab, title } = await openTab()
    seen.push(title)
    // A tab that is closed at once may not have asked for more wallpapers.
    await waitForSupply(tab)
    await tab.close()
  })

  it(`shows ${tabs} wallpapers without a repeat`, async () => {
    while (seen.length < tabs) {
      const { tab, title } = await openTab()
      await waitForDeck(tab, ({ upcoming }) => upcoming.length > 0)
      seen.push(title)
      await tab.close()
    }
    expect(new Set(seen).size).toBe(tabs)
    expect(indexAnswers()).toEqual([200])
    expect(hosts.requests.some(({ method }) => method === 'OPTIONS')).toBe(false)
  })

  it('asks for access only to the site of an address that cannot be read without', async () => {
    const page = await browser.openOptions()
    await page.waitFor(`document.querySelector('${field}')`)
    hosts.putSite('closed.test', await makePictures(3), { cors: false })
    await lookAt(page, 'closed.test')
    await page.waitFor(`document.querySelector('.web form + .row button')`)
    expect(await reportOf(page)).toBe('closed.test doesn’t let browser extensions read its files.')
    // A test cannot click the browser's question for access.
    await page.evaluate(() => {
      globalThis.askedFor = []
      chrome.permissions.request = async ({ origins }) => {
        globalThis.askedFor.push(...origins)
        return false
      }
    })
    await page.click('.web form + .row button')
    await page.waitFor(`document.querySelector('.web .report').textContent.startsWith('Without')`)
    expect(await page.evaluate(() => globalThis.askedFor)).toEqual(['https://closed.test/*'])
    await page.close()
  })

  it('finds wallpapers by words in the settings, also offline, and gives one a heart', async () => {
    const page = await browser.openOptions()
    await page.waitFor(`document.querySelector('search input')`)
    await browser.setOffline(true)
    await enter(page, 'search input', 'row 7')
    await page.click('search button')
    await page.waitFor(`document.querySelector('.found-wallpapers .name')?.textContent === 'Row 7'`)
    await browser.setOffline(false)
    expect(await listViolations(page)).toEqual([])
    await page.click('.found-wallpapers .heart')
    const favorites = await browser.openFavorites()
    await favorites.waitFor(
      `document.querySelector('.favorites .name bdi')?.textContent === 'Row 7'`,
    )
    await favorites.close()
    await enter(page, 'search input', 'zebra')
    await page.click('search button')
    await page.waitFor(
      `document.querySelector('search [role=status]').textContent === 'No wallpaper matches “zebra”.'`,
    )
    await page.close()
  })
})
