import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../../extension/features/settings/settings.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, readSettings, supply } from './support/new-tab.ts'
import { launchBrowser, type TestBrowser, type TestTab } from './support/test-browser.ts'

const mostTabs = 80
const titleIs = (title: string) =>
  `document.querySelector('.title').textContent === ${JSON.stringify(title)}`
const says = (text: string) => `document.querySelector('.notice').textContent.includes('${text}')`
const isOn = `document.querySelector('.heart').getAttribute('aria-pressed') === 'true'`

const reach = async (tab: TestTab, selector: string): Promise<void> => {
  const isThere = `document.activeElement?.matches(${JSON.stringify(selector)})`
  await tab.waitFor(`document.querySelector(${JSON.stringify(selector)})`)
  for (let count = 0; count < mostTabs; count++) {
    if (await tab.evaluate(isThere)) return
    await tab.press('Tab')
  }
  throw new Error(`Tab does not come to ${selector}`)
}

const use = async (tab: TestTab, ...selectors: string[]): Promise<void> => {
  for (const selector of selectors) {
    await reach(tab, selector)
    await tab.press('Enter')
  }
}

/**
 * Returns the selector of a button in the tab's row of actions. Buttons in the details panel do not
 * count.
 */
const action = (place: number) => `.actions:not(details *) button:nth-child(${place})`

// newtab.control.test.ts and options.settings.test.ts use the mouse, in both browsers.
describe('every control, without a mouse', () => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 120 })
    browser = await launchBrowser('chromium')
    await supply(browser, server.url, { rotation: 'ask' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  describe('of a new tab', () => {
    let tab: TestTab
    let title: string

    beforeEach(async () => {
      // The tab is opened by address. A tab that Ctrl+T opens has the focus in the address bar,
      // which would receive the pressed keys.
      const [opened] = await browser.openNewTabs(1)
      tab = opened as TestTab
      title = (await look(tab)).title
    })
    afterEach(() => tab.close())

    it('goes to the previous and the next wallpaper', async () => {
      await tab.press('n')
      await tab.waitFor(`!(${titleIs(title)})`)
      const { title: second } = await look(tab)
      // The test presses Previous before Next, because the Tab key leaves the page after the last
      // button.
      await use(tab, '.previous')
      await tab.waitFor(titleIs(title))
      await use(tab, '.next')
      await tab.waitFor(titleIs(second))
    })

    it.each([
      ['adds a favorite', ['.heart'], isOn],
      ['pins the wallpaper', ['.info', action(1)], says('Pinned')],
      ['unpins the wallpaper', ['.pin'], says('Unpinned')],
      ['downloads the picture', ['.info', action(2)], says('Saved to your downloads as Fake')],
      ['copies the link', ['.info', action(3)], says('Link copied')],
    ])('%s', async (_does, selectors, seen) => {
      await use(tab, ...selectors)
      await tab.waitFor(seen)
    })

    it('blocks the wallpaper and undoes that', async () => {
      await use(tab, '.info', action(4))
      await tab.waitFor(`!(${titleIs(title)})`)
      await use(tab, '.notice .link')
      await tab.waitFor(titleIs(title))
    })

    it('blocks a category or tag and undoes that', async () => {
      await use(tab, '.info', 'summary', 'details button')
      await tab.waitFor(says('You won’t see “'))
      await tab.waitFor(`!(${titleIs(title)})`)
      await use(tab, '.notice .link')
      await tab.waitFor(titleIs(title))
    })

    it('shows the details and the list of keys', async () => {
      await use(tab, '.info')
      await tab.waitFor(`/A circle in front/.test(document.querySelector('dialog')?.textContent)`)
      await use(tab, action(5))
      await tab.waitFor(`document.querySelectorAll('dialog kbd').length === 8`)
      await use(tab, '.panel-close')
      await tab.waitFor(`!document.querySelector('dialog')`)
    })
  })

  describe('of the settings', () => {
    let page: TestTab

    beforeEach(async () => {
      page = await browser.openOptions()
      await page.waitFor(`document.querySelectorAll('.swatch').length === 1`)
    })
    afterEach(() => page.close())

    const waitForStored = (wanted: Partial<Settings>) =>
      expect.poll(() => readSettings(page)).toMatchObject(wanted)

    it('changes the source', async () => {
      const group = 'fieldset:has([value=favorites])'
      await reach(page, `${group} :checked`)
      await page.press('ArrowDown')
      await waitForStored({ source: 'favorites' })
      await keepSettings(page, { source: 'all' })
    })

    it.each([
      ['dim', '.slider [type=range]', 40, 35],
      ['blur', '.slider ~ .slider [type=range]', 20, 18],
    ] as const)('changes %s', async (setting, selector, middle, less) => {
      await page.click(selector)
      await waitForStored({ [setting]: middle })
      await reach(page, selector)
      await page.press('ArrowDown')
      await waitForStored({ [setting]: less })
      await keepSettings(page, { [setting]: 0 })
    })

    it('unblocks a category', async () => {
      const blocked = [{ kind: 'category', name: 'tech', title: '' } as const]
      await keepSettings(page, { blocked })
      await use(page, '.blocked button')
      await waitForStored({ blocked: [] })
    })
  })
})
