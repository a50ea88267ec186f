import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Upcoming } from '../../extension/features/wallpaper/deck.ts'
import { expectDefined } from '../expect-defined.ts'
import { inLongRun, isLongRun } from '../long-run.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import {
  compareWithPicture,
  keepSettings,
  look,
  readDeck,
  supply,
  waitForDeck,
  waitForSupply,
} from './support/new-tab.ts'
import { browserNames, launchBrowser, type TestBrowser } from './support/test-browser.ts'

/**
 * Makes every use of IndexedDB fail, as in a browser whose IndexedDB is broken or switched off. The
 * function runs inside the tested page.
 */
const breakStore = () => {
  const fail = () => {
    throw new DOMException('', 'InvalidStateError')
  }
  IDBDatabase.prototype.transaction = fail
  IDBFactory.prototype.open = fail
}

/**
 * Lists the colors of the text and icons that lie over the picture. The function runs inside the
 * tested page.
 */
const readInks = (): string[] => {
  const drawn = document.querySelectorAll('.title, .icon-button, .icon path')
  return [...new Set(Array.from(drawn, (element) => getComputedStyle(element).color))]
}

describe.each(browserNames)('a new tab in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 100 })
    browser = await launchBrowser(name)
    await supply(browser, server.url)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('shows a wallpaper of the server, with the title "New tab", no notice, and the focus unchanged', async () => {
    const tab = await browser.openNewTab()
    const seen = await look(tab)
    expect(seen).toMatchObject({ isBuiltIn: false, notice: '' })
    expect(seen.title).toMatch(/^Fake/)
    expect(seen.description).toMatch(/circle/)
    expect(await compareWithPicture(tab)).toBeGreaterThan(0.97)
    expect(await tab.evaluate('document.title')).toBe('New tab')
    expect(await tab.evaluate('document.activeElement === document.body')).toBe(true)
    await tab.close()
  })

  const crowd = isLongRun ? 10 : 4
  it(`gives ${crowd} tabs that open at once ${crowd} wallpapers`, async () => {
    const tabs = await browser.openNewTabs(crowd)
    const titles = await Promise.all(tabs.map(async (tab) => (await look(tab)).title))
    expect(new Set(titles).size).toBe(crowd)
    await waitForSupply(expectDefined(tabs[0]), 6)
    await Promise.all(tabs.map((tab) => tab.close()))
  })

  it('shows another wallpaper on Next', async () => {
    const tab = await browser.openNewTab()
    const before = await look(tab)
    await tab.click('.next')
    await tab.waitFor(`document.querySelector('.title').textContent !== '${before.title}'`)
    await tab.waitFor("document.querySelectorAll('main > img').length === 1")
    expect((await look(tab)).isBuiltIn).toBe(false)
    expect(await compareWithPicture(tab)).toBeGreaterThan(0.97)
    await tab.close()
  })

  it('uses dark text on a bright picture and bright text on a dark one, also after Next', async () => {
    const tab = await browser.openNewTab()
    const inks = new Set<string>()
    for (let count = 0; inks.size < 2 && count < 15; count++) {
      const { title } = await look(tab)
      const isBright = Number(title.split(' ')[1]) % 2 === 1
      const seen = await tab.evaluate(readInks)
      expect(seen).toEqual([isBright ? 'rgb(16, 19, 22)' : 'rgb(255, 255, 255)'])
      inks.add(String(seen))
      await tab.click('.next')
      await tab.waitFor(`document.querySelector('.title').textContent !== '${title}'`)
    }
    expect(inks.size).toBe(2)
    await tab.close()
  })

  it('shows another wallpaper on Next even if its database fails', async () => {
    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await tab.evaluate(breakStore)
    const seen = [title]
    for (let count = 0; count < 2; count++) {
      await tab.click('.next')
      await tab.waitFor(
        `!${JSON.stringify(seen)}.includes(document.querySelector('.title').textContent)`,
      )
      const next = await look(tab)
      expect(next.isBuiltIn).toBe(true)
      seen.push(next.title)
    }
    await tab.close()
  })

  inLongRun('moves by one wallpaper when Next is double-clicked', async () => {
    const tab = await browser.openNewTab()
    await look(tab)
    await waitForSupply(tab)
    const before = await readDeck(tab)
    const { title } = await look(tab)
    await tab.evaluate(() => {
      const next = document.querySelector<HTMLElement>('.next')
      next?.click()
      next?.click()
    })
    await tab.waitFor(`document.querySelector('.title').textContent !== '${title}'`)
    await tab.waitFor(`document.querySelector('.next').getAttribute('aria-busy') === 'false'`)
    expect((await look(tab)).title).toBe(before.upcoming[0]?.wallpaper.title)
    await tab.close()
  })

  inLongRun('keeps showing wallpapers when Next is pressed faster than they arrive', async () => {
    const tab = await browser.openNewTab()
    await look(tab)
    const titles: string[] = []
    for (let count = 0; count < 9; count++) {
      const { title } = await look(tab)
      titles.push(title)
      await tab.click('.next')
      await tab.waitFor(`document.querySelector('.title').textContent !== '${title}'`)
    }
    expect(new Set(titles).size).toBe(9)
    await tab.close()
  })

  inLongRun(
    'shows only wallpapers that pass the filters, also after a change of filters',
    async () => {
      const tab = await browser.openNewTab()
      await keepSettings(tab, { category: 'tech' })
      const isTech = ({ wallpaper }: Upcoming) => wallpaper.category === 'tech'
      await waitForDeck(tab, ({ upcoming }) => upcoming.length === 6 && upcoming.every(isTech))
      const next = await browser.openNewTab()
      const number = Number((await look(next)).title.split(' ')[1])
      expect(number % 2).toBe(1)
      await keepSettings(tab, { category: null })
      await Promise.all([tab.close(), next.close()])
    },
  )

  inLongRun('shows the same wallpaper in all tabs until the next one is due', async () => {
    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await keepSettings(tab, { rotation: 'day' })
    await waitForDeck(tab, ({ rotation }) => rotation === 'day')
    const next = await browser.openNewTab()
    expect((await look(next)).title).toBe(title)
    await keepSettings(tab, { rotation: 'tab' })
    await waitForDeck(tab, ({ rotation }) => rotation === 'tab')
    await Promise.all([tab.close(), next.close()])
  })

  inLongRun('continues the work of a background that was stopped in the middle', async () => {
    server.behave('slow-pictures')
    const tab = await browser.openNewTab()
    await keepSettings(tab, { device: 'any', category: 'nature' })
    await waitForDeck(tab, ({ upcoming, filters }) => upcoming.length < 4 && /nature/.test(filters))
    // The test closes the tab first, because an open tab that waits for an answer would restart the
    // background.
    await tab.close()
    await browser.stopBackground()
    const next = await browser.openNewTab()
    await waitForDeck(
      next,
      ({ upcoming, filters }) => upcoming.length === 6 && /nature/.test(filters),
    )
    server.behave('well')
    await next.close()
  })
})
