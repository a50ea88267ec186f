import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commonsName as commons } from '../../extension/features/sources/commons.ts'
import { dayMs, toDate } from '../../shared/days.ts'
import { apiHost, type CommonsFile, pictureHosts } from '../emulators/commons.ts'
import { type StaticHosts, startStaticHosts } from '../emulators/static-hosts.ts'
import { inLongRun, isLongRun } from '../long-run.ts'
import { listViolations } from './support/accessibility.ts'
import {
  chooseNothing,
  enter,
  keepSettings,
  look,
  waitForDeck,
  waitForSupply,
} from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const commonsCard = `.card input[value="${commons}"]`
const chip = (subject: string) => `.chip input[value="${subject}"]`
const tabs = isLongRun ? 200 : 4

const makeFiles = (words: readonly string[], count: number): Promise<CommonsFile[]> =>
  Promise.all(
    words.flatMap((word, place) =>
      Array.from({ length: count }, async (_, at) => {
        const background = { r: (at * 37) % 256, g: (at * 91 + place * 60) % 256, b: at % 256 }
        const picture = sharp({ create: { width: 600, height: 400, channels: 3, background } })
        return { title: `${word} ${at}.jpg`, content: await picture.jpeg().toBuffer() }
      }),
    ),
  )

describe.each(browserNames)('Wikimedia Commons in %s', (name) => {
  let hosts: StaticHosts
  let browser: TestBrowser
  const seen: string[] = []

  const showTab = async () => {
    const tab = await browser.openNewTab()
    const shown = await look(tab)
    await waitForDeck(tab, ({ upcoming }) => upcoming.length > 0)
    await tab.close()
    return shown
  }
  const clickChip = async (page: TestTab, subject: string) => {
    await page.waitFor(`document.querySelector('${chip(subject)}')`)
    await page.click(`.chip:has(input[value="${subject}"])`)
    await page.waitFor(`document.querySelector('${chip(subject)}').checked`)
  }
  const sent = () =>
    hosts.requests.filter(({ host }) => host === apiHost || pictureHosts.includes(host))

  beforeAll(async () => {
    hosts = await startStaticHosts()
    const files = await makeFiles(['Glacier', 'Forest', 'Ocean', 'Old bridge'], isLongRun ? 80 : 12)
    const [ofDay] = await makeFiles(['Aurora'], 1)
    const title = ofDay?.title ?? ''
    // The days of the browser and of Wikimedia may differ.
    const days = Object.fromEntries(
      [-1, 0, 1].map((day) => [toDate(Date.now() + day * dayMs), title]),
    )
    hosts.putCommons({ files: [...files, ...(ofDay ? [ofDay] : [])], days })
    browser = await launchBrowser(name, { hosts })
    await chooseNothing(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await hosts?.stop()
  })

  it('opens a tab with a photograph after one click on the welcome page, and names its author and license', async () => {
    const mention = await browser.openNewTab()
    await mention.waitFor(
      `document.querySelector('.notice').textContent.includes('thousands of photographs')`,
    )
    await mention.close()
    const again = await browser.openNewTab()
    expect(await look(again)).toMatchObject({ isBuiltIn: true, notice: '' })
    await again.close()
    const welcome = await browser.openWelcome()
    await welcome.waitFor(`document.querySelector('.choice')`)
    expect(await listViolations(welcome)).toEqual([])
    const text = await welcome.evaluate(`document.querySelector('.choice').textContent`)
    expect(text).toContain('Wikimedia sees your IP address')
    expect(sent()).toEqual([])
    await welcome.click('.choice .primary')
    await waitForDeck(welcome, ({ current }) => current?.kind === 'catalogue')
    await waitForDeck(welcome, ({ upcoming }) => upcoming.length > 0)
    await welcome.waitFor(`document.querySelector('${chip('mountains')}')`)
    expect(await listViolations(welcome)).toEqual([])
    const tab = await browser.openNewTab()
    expect(await look(tab)).toMatchObject({ isBuiltIn: false, notice: '' })
    await tab.waitFor(`document.querySelector('.credit')?.innerText === 'Ada · CC BY-SA 4.0'`)
    await tab.click('.icon-button.info')
    await tab.waitFor(`document.querySelector('.facts a')`)
    const links = await tab.evaluate(
      `[...document.querySelectorAll('.facts a')].map(({ href }) => href)`,
    )
    const source = await tab.evaluate(`document.querySelector('.facts > :last-child').innerText`)
    expect(source).toBe('Source\ncommons.wikimedia.org')
    expect(links).toEqual([
      'https://commons.wikimedia.org/wiki/User:Ada',
      'https://creativecommons.org/licenses/by-sa/4.0',
      expect.stringMatching(/^https:\/\/commons\.wikimedia\.org\/wiki\/File:/),
    ])
    await tab.close()
    await welcome.close()
  })

  it.runIf(isLongRun).each([
    ['welcome', 1400],
    ['welcome', 2000],
    ['options', 1400],
  ] as const)('fills the last row of cards on the %s page, %i pixels wide', async (name, width) => {
    const page = await (name === 'welcome' ? browser.openWelcome() : browser.openOptions())
    await page.waitFor(`document.querySelector('${commonsCard}')`)
    const [widest, last] = await page.evaluate((bodyWidth: number) => {
      document.querySelector('.words details')?.setAttribute('open', '')
      document.body.style.width = `${bodyWidth}px`
      const ends = [...document.querySelectorAll<HTMLElement>('.card')].map(
        (card) => card.offsetLeft + card.offsetWidth,
      )
      return [Math.max(...ends), ends.at(-1)]
    }, width)
    expect(last).toBe(widest)
    await page.close()
  })

  it(`shows ${tabs} wallpapers of three subjects without a repeat`, async () => {
    const page = await browser.openWelcome()
    for (const subject of ['mountains', 'forests', 'sea']) await clickChip(page, subject)
    await waitForDeck(page, ({ filters }) => filters.includes('mountains,forests,sea'))
    await waitForSupply(page)
    await page.close()
    while (seen.length < tabs) {
      const { title, notice, isBuiltIn } = await showTab()
      expect({ notice, isBuiltIn }).toEqual({ notice: '', isBuiltIn: false })
      seen.push(title)
    }
    expect(new Set(seen).size).toBe(tabs)
    expect(seen.filter((title) => title.startsWith('Old bridge'))).toEqual([])
    expect(hosts.requests.some(({ method }) => method === 'OPTIONS')).toBe(false)
    expect(sent().filter(({ status }) => status !== 200)).toEqual([])
    // Two lists of everything, because the first tab told the size of the screen, and three of subjects. Another choice ends
    // unfinished requests, which are sent again.
    expect(sent().filter(({ host }) => host === apiHost).length).toBeLessThanOrEqual(24)
  })

  inLongRun('finds pictures of a word that was entered without the network', async () => {
    const page = await browser.openOptions()
    await page.waitFor(`document.querySelector('.group + form input')`)
    // Commons knows no colors, so that filter would have no choice.
    const legends = await page.evaluate<string[], []>(() =>
      Array.from(document.querySelectorAll('legend'), ({ textContent }) => textContent),
    )
    expect(legends).toContain('Shape')
    expect(legends.filter((legend) => legend.startsWith('Color'))).toEqual([])
    await browser.setOffline(true)
    await keepSettings(page, { category: null })
    await page.waitFor(`!document.querySelector('${chip('sea')}').checked`)
    await enter(page, '.group + form input', 'Old Bridge')
    await page.click('.group + form button')
    await page.waitFor(`document.querySelector('${chip('old bridge')}')?.checked`)
    expect(await listViolations(page)).toEqual([])
    await browser.setOffline(false)
    await waitForDeck(
      page,
      ({ upcoming, filters }) => filters.includes('old bridge') && upcoming.length > 0,
    )
    await page.close()
    const { title, notice } = await showTab()
    expect(title).toMatch(/^Old bridge/)
    expect(notice).toBe('')
  })
})
