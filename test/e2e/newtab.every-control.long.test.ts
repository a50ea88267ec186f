import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../../extension/features/settings/settings.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, supply } from './support/new-tab.ts'
import {
  everyBrowser,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

declare const chrome: { storage: { local: { get(key: string): Promise<{ settings: Settings }> } } }

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

const byMouse = async (tab: TestTab, ...selectors: string[]): Promise<void> => {
  for (const selector of selectors) {
    await tab.waitFor(`document.querySelector(${JSON.stringify(selector)})`)
    await tab.click(selector)
  }
}

const byKey = async (tab: TestTab, ...selectors: string[]): Promise<void> => {
  for (const selector of selectors) {
    await reach(tab, selector)
    await tab.press('Enter')
  }
}

const ways = [
  ['the mouse', byMouse],
  ['keys', byKey],
] as const

/**
 * Returns the selector of a button in the tab's row of actions. Buttons in the details panel do not
 * count.
 */
const action = (place: number) => `.actions:not(details *) button:nth-child(${place})`

describe.each(everyBrowser)('every control in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 120, lists: { ada: ['fake-3', 'fake-8'] } })
    browser = await launchBrowser(name)
    await supply(browser, server.url, { rotation: 'ask' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  describe.each(ways)('of a new tab, by %s', (_way, use) => {
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

    it('adds and removes a favorite', async () => {
      await use(tab, '.heart')
      await tab.waitFor(isOn)
      await use(tab, '.heart')
      await tab.waitFor(`!(${isOn})`)
    })

    it('pins and unpins the wallpaper', async () => {
      await use(tab, '.info', action(1))
      await tab.waitFor(says('Pinned'))
      await use(tab, '.pin')
      await tab.waitFor(says('Unpinned'))
    })

    it('downloads the picture', async () => {
      await use(tab, '.info', action(2))
      await tab.waitFor(says('Saved to your downloads as Fake'))
    })

    it('copies the link', async () => {
      await use(tab, '.info', action(3))
      await tab.waitFor(says('Link copied'))
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

  it('of a new tab has its own key', async () => {
    const [tab] = (await browser.openNewTabs(1)) as [TestTab]
    const { title } = await look(tab)
    await tab.press('n')
    await tab.waitFor(`!(${titleIs(title)})`)
    await tab.press('p')
    await tab.waitFor(titleIs(title))
    await tab.press('h')
    await tab.waitFor(isOn)
    await tab.press('d')
    await tab.waitFor(says('Saved to your downloads as Fake'))
    for (const key of ['i', '?'] as const) {
      await tab.press(key)
      await tab.waitFor(`document.querySelector('dialog')?.open`)
      await tab.press('Escape')
      await tab.waitFor(`!document.querySelector('dialog')`)
    }
    for (const isHidden of ['true', 'false']) {
      await tab.press('Space')
      await tab.waitFor(`document.querySelector('.controls').dataset.hidden === '${isHidden}'`)
    }
    await tab.press('b')
    await tab.waitFor(says('won’t see that wallpaper again'))
    await tab.waitFor(`!(${titleIs(title)})`)
    await tab.close()
  })

  describe('of the settings', () => {
    let page: TestTab

    beforeEach(async () => {
      page = await browser.openOptions()
      await page.waitFor(`document.querySelectorAll('.swatch').length === 1`)
    })
    afterEach(() => page.close())

    const waitForStored = (wanted: Partial<Settings>) =>
      expect
        .poll(() =>
          page.evaluate(async () => (await chrome.storage.local.get('settings')).settings),
        )
        .toMatchObject(wanted)

    const choices = [
      ['the rotation', { rotation: 'tab' }, { rotation: 'hour' }],
      ['the darker pictures', { darker: '' }, { darker: 'system' }],
      ['the shape', { device: 'screen' }, { device: 'fit' }],
      ['the source', { source: 'all' }, { source: 'favorites' }],
    ] as const

    it.each(choices)('changes %s', async (_name, first, next) => {
      await keepSettings(page, first)
      const [before, after] = [first, next].map((part) => `${Object.values(part)[0] ?? ''}`)
      const group = `fieldset:has([value="${after}"])`
      await page.waitFor(`document.querySelector('${group} [value="${before}"]').checked`)
      await page.click(`label:has([value="${after}"])`)
      await waitForStored(next)
      await page.click(`${group} label:has([value="${before}"])`)
      await waitForStored(first)
      await reach(page, `${group} :checked`)
      await page.press('ArrowDown')
      await waitForStored(next)
      await keepSettings(page, first)
    })

    it.each(ways)('chooses several categories and colors, by %s', async (way) => {
      const choose = async (choice: string) => {
        if (way === 'the mouse') return page.click(`label:has(> ${choice})`)
        await reach(page, choice)
        await page.press('Space')
      }
      const any = '.group:has([value=tech]) [value=""]'
      await keepSettings(page, { category: 'tech', color: null })
      await page.waitFor(`document.querySelector('[value=tech]').checked`)
      if (way === 'the mouse') await page.click('.group:has([value=tech]) label:has([value=""])')
      else await choose(any)
      await waitForStored({ category: null })
      await page.waitFor(`document.querySelector('${any}').checked`)
      for (const name of ['nature', 'tech', 'red']) await choose(`[value=${name}]`)
      await waitForStored({ category: 'nature,tech', color: 'red' })
      await choose('[value=red]')
      await waitForStored({ color: null })
      await keepSettings(page, { category: null })
    })

    it.each(ways)('follows a friend’s share link, by %s', async (way, use) => {
      await keepSettings(page, { source: 'all' })
      await page.click('label:has([value=list])')
      await page.waitFor(`document.querySelector('.list input')`)
      const link = `${server.url}/share/ada`
      await page.evaluate((text: string) => {
        const field = document.querySelector<HTMLInputElement>('.list input')
        if (!field) return
        field.value = text
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }, link)
      // With the keyboard, Enter in the text field submits the form.
      await use(page, way === 'keys' ? '.list input' : '.list [type=submit]')
      await page.waitFor(`/Showing Ada’s 2 favorites/.test(document.body.textContent)`)
      await waitForStored({ source: '@ada' })
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

    it.each(ways)('unblocks a category, by %s', async (_way, use) => {
      const blocked = [{ kind: 'category', name: 'tech', title: '' } as const]
      await keepSettings(page, { blocked })
      await use(page, '.blocked button')
      await waitForStored({ blocked: [] })
    })
  })
})
