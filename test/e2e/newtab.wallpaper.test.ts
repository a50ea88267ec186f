import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDefined } from '../expect-defined.ts'
import { listViolations } from './support/accessibility.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { compareWithPicture, keepSettings, look, supply, waitForSupply } from './support/new-tab.ts'
import {
  browserNames,
  isLongRun,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

/** Acts like a browser with a broken IndexedDB. Runs inside the tested page. */
const breakStore = () => {
  const fail = () => {
    throw new DOMException('', 'InvalidStateError')
  }
  IDBDatabase.prototype.transaction = fail
  IDBFactory.prototype.open = fail
}

const waitForNotice = (tab: TestTab, pattern: RegExp) =>
  tab.waitFor(`${pattern}.test(document.querySelector('.notice')?.textContent)`)

describe.each(browserNames)('a new tab in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 100 })
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('notices in an open tab that the server is back', async () => {
    server.behave({ status: 500, retryAfter: 2 })
    const tab = await browser.openNewTab()
    await look(tab)
    await keepSettings(tab, { sources: [server.url] })
    await waitForNotice(tab, /answered with an error \(500\).*Settings/)
    server.behave('well')
    await waitForNotice(tab, /have arrived\. Press Next or open a new tab/)
    const next = await browser.openNewTab()
    expect(await look(next)).toMatchObject({ isBuiltIn: false, notice: '' })
    await Promise.all([tab.close(), next.close()])
  })

  describe('with wallpapers in its deck', () => {
    beforeAll(() => supply(browser, server.url))

    it('shows a wallpaper of the server, with the title "New tab", no notice, and the focus unchanged', async () => {
      const tab = await browser.openNewTab()
      const seen = await look(tab)
      expect(seen).toMatchObject({ isBuiltIn: false, notice: '' })
      expect(seen.title).toMatch(/^Fake/)
      expect(seen.description).toMatch(/circle/)
      expect(await tab.evaluate('document.title')).toBe('New tab')
      expect(await tab.evaluate('document.activeElement === document.body')).toBe(true)
      await tab.close()
    })

    const waiting = 6
    const crowd = isLongRun ? 30 : 4
    it(`shows all waiting wallpapers in ${crowd} tabs that open at once, and earlier ones in the rest`, async () => {
      const tabs = await browser.openNewTabs(crowd)
      const looks = await Promise.all(tabs.map(look))
      expect(looks.filter(({ isBuiltIn }) => isBuiltIn)).toEqual([])
      const titles = new Set(looks.map(({ title }) => title))
      expect(titles.size).toBeGreaterThanOrEqual(Math.min(crowd, waiting))
      await waitForSupply(expectDefined(tabs[0]), waiting)
      await Promise.all(tabs.map((tab) => tab.close()))
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

    it('shows a stored wallpaper without the network', async () => {
      await supply(browser, server.url)
      await browser.setOffline(true)
      const tab = await browser.openNewTab()
      expect(await look(tab)).toMatchObject({ isBuiltIn: false, notice: '' })
      expect(await compareWithPicture(tab)).toBeGreaterThan(0.97)
      expect(await listViolations(tab)).toEqual([])
    })
  })
})
