import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listViolations } from './support/accessibility.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { look, readSettings, supply } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const isGear = `document.activeElement?.matches('.icon-button.settings')`
const isOpen = `document.querySelector('.drawer details')`
const chip = (value: string) => `.drawer [open] label:has([value="${value}"])`
const isChecked = (value: string) => `document.querySelector('.drawer [value="${value}"]')?.checked`

const openPart = async (tab: TestTab, name: string) => {
  const part = `[...document.querySelectorAll('.drawer summary')].find(({ textContent }) => textContent === '${name}')`
  await tab.waitFor(part)
  await tab.evaluate(`${part}.parentElement.open || ${part}.click()`)
}

describe.each(browserNames)('the settings beside the wallpaper in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue
  let tab: TestTab

  const openDrawer = async () => {
    await tab.click('.icon-button.settings')
    await tab.waitFor(isOpen)
  }
  const close = async () => {
    await tab.press('Escape')
    await tab.waitFor(`!document.querySelector('dialog')`)
  }
  const expectStored = (settings: object) =>
    expect.poll(() => readSettings(tab)).toMatchObject(settings)

  beforeAll(async () => {
    server = await startFakeCatalogue({ hasTones: true })
    browser = await launchBrowser(name)
    await supply(browser, server.url)
    ;[tab] = (await browser.openNewTabs(1)) as [TestTab]
    await look(tab)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('are used with the keyboard alone, and Escape returns the focus to the gear', async () => {
    const tabUntil = async (isThere: string) => {
      for (let count = 0; count < 20 && !(await tab.evaluate(isThere)); count++)
        await tab.press('Tab')
      expect(await tab.evaluate(isThere)).toBe(true)
    }
    await tabUntil(isGear)
    await tab.press('Enter')
    await tab.waitFor(isOpen)
    expect(await tab.evaluate(`document.activeElement.ariaLabel`)).toBe('Settings')
    await tabUntil(`document.activeElement.textContent === 'Dim and blur'`)
    await tab.press('Enter')
    await tab.press('Tab')
    await tab.press('ArrowRight')
    await tab.waitFor(`document.documentElement.style.getPropertyValue('--dim') === '5%'`)
    await expectStored({ dim: 5 })
    expect(await listViolations(tab)).toEqual([])
    await close()
    expect(await tab.evaluate(isGear)).toBe(true)
  })

  it('change the clock and the wallpaper of this tab at once, also after they are closed', async () => {
    await openDrawer()
    await openPart(tab, 'Clock and greeting')
    await tab.click(chip('clock'))
    await tab.waitFor(`!document.querySelector('.clock .time')`)
    const isEven = Number((await look(tab)).title.split(' ')[1]) % 2 === 0
    await openPart(tab, 'Category')
    await tab.click(chip(isEven ? 'tech' : 'nature'))
    await close()
    await tab.waitFor(
      `document.querySelector('.title').textContent.split(' ')[1] % 2 === ${Number(isEven)}`,
    )
    await openDrawer()
    await openPart(tab, 'Category')
    await tab.click(chip(''))
    await openPart(tab, 'Darker pictures')
    await tab.click(chip('always'))
    await tab.waitFor(`document.querySelector('.title').textContent.split(' ')[1] % 2 === 0`)
    await tab.click(chip(''))
    await close()
  })

  it('switch sources, remember an address that is off, and lead to all settings', async () => {
    await openDrawer()
    await openPart(tab, 'Where wallpapers come from')
    await tab.waitFor(isChecked(server.url))
    await tab.click(chip('built-in'))
    await expectStored({ sources: [server.url, 'built-in'] })
    await tab.click(chip(server.url))
    await expectStored({ sources: ['built-in'] })
    await tab.waitFor(`!document.querySelector('.title').textContent.startsWith('Fake')`)
    await close()
    await openDrawer()
    await tab.waitFor(`${isChecked(server.url)} === false`)
    await openPart(tab, 'Where wallpapers come from')
    await tab.click(chip(server.url))
    await expectStored({ sources: ['built-in', server.url] })
    await tab.click('.drawer a')
    await tab.waitFor(`location.pathname === '/options.html'`)
  })
})
