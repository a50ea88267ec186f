import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listViolations } from './accessibility.ts'
import { type FakeCatalogue, startFakeCatalogue } from './fake-catalogue.ts'
import { look, supply } from './new-tab.ts'
import { browserNames, launchBrowser, type TestBrowser, type TestTab } from './test-browser.ts'

describe.each(browserNames)('with keyboard and screen reader in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue()
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('a new tab without a server has nothing that axe complains about', async () => {
    const tab = await browser.openNewTab()
    await look(tab)
    await tab.waitFor(`document.querySelector('.notice').textContent !== ''`)
    expect(await listViolations(tab)).toEqual([])
    await tab.close()
  })

  it('nor has one with a wallpaper, or the settings', async () => {
    await supply(browser, server.url)
    const tab = await browser.openNewTab()
    await look(tab)
    await tab.click('.heart')
    expect(await listViolations(tab)).toEqual([])
    const options = await browser.openOptions()
    await options.waitFor(`document.querySelector('.favorites')`)
    expect(await listViolations(options)).toEqual([])
    await Promise.all([tab.close(), options.close()])
  })

  it('all of the page is reached by Tab, in the order of reading', async () => {
    const tab = await browser.openNewTab()
    await look(tab)
    const labels: unknown[] = []
    for (let count = 0; count < 5; count++) {
      await tab.press('Tab')
      labels.push(await tab.evaluate(`document.activeElement?.getAttribute('aria-label')`))
    }
    expect(labels).toEqual([
      'Favorite',
      'Previous wallpaper',
      'Next wallpaper',
      'About this wallpaper',
      'Settings',
    ])
    await tab.close()
  })

  it('a wallpaper is hearted and changed without a mouse', async () => {
    // The command for a new tab leaves the focus in the address bar, and keys with it.
    const [tab] = (await browser.openNewTabs(1)) as [TestTab]
    const { title } = await look(tab)
    await tab.press('Tab')
    await tab.press('Space')
    await tab.waitFor(`document.querySelector('.heart').getAttribute('aria-pressed') === 'true'`)
    await tab.press('Tab')
    await tab.press('Tab')
    await tab.press('Enter')
    await tab.waitFor(`document.querySelector('.title').textContent !== '${title}'`)
    expect(await tab.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe(
      'Next wallpaper',
    )
    await tab.close()
  })
})
