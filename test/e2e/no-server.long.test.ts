import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildExtensionInto } from '../../tools/build-extension.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, waitForDeck } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

declare const chrome: {
  storage: { local: { get(key: string): Promise<Record<string, unknown>> } }
  runtime: { getManifest(): { host_permissions?: string[] } }
}

const heartIs = (pressed: boolean) =>
  `document.querySelector('.heart')?.getAttribute('aria-pressed') === '${pressed}'`

const stored = (tab: TestTab, key: string) =>
  tab.evaluate(async (name: string) => (await chrome.storage.local.get(name))[name], key)

// The build takes most of the time. In the shorter run, web-catalogue.extension.test.ts starts without a choice, too.
describe.each(browserNames)('the extension of a store in %s', (name) => {
  let dir: string
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    dir = await makeTempDir('no-server')
    server = await startFakeCatalogue({ size: 30 })
    const target = name === 'chromium' ? 'chrome' : name
    const extensionDir = await buildExtensionInto(dir, target, { WXT_API_URL: '' })
    browser = await launchBrowser(name, { extensionDir })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await removeDir(dir)
  })

  it('shows built-in wallpapers without a notice, and contacts nobody', async () => {
    const titles = new Set<string>()
    for (let count = 0; count < 3; count++) {
      const tab = await browser.openNewTab()
      const seen = await look(tab)
      expect(seen).toMatchObject({ isBuiltIn: true, notice: '' })
      titles.add(seen.title)
      await tab.close()
    }
    expect(titles.size).toBe(3)
    const page = await browser.openOptions()
    expect(await page.evaluate(() => chrome.runtime.getManifest().host_permissions ?? [])).toEqual(
      [],
    )
    expect(await stored(page, 'fetch-status')).toBeUndefined()
    await page.close()
  })

  it('keeps a heart of a built-in wallpaper, also offline, and shows only that one on demand', async () => {
    await browser.setOffline(true)
    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await tab.click('.heart')
    await tab.waitFor(heartIs(true))
    await tab.close()
    const page = await browser.openOptions()
    await page.waitFor(`document.querySelector('.favorites .name bdi')?.textContent === '${title}'`)
    await page.evaluate(() => {
      for (const input of document.querySelectorAll<HTMLInputElement>('input[value=favorites]'))
        input.click()
    })
    await waitForDeck(page, ({ upcoming }) => upcoming.length > 0)
    await page.close()
    const next = await browser.openNewTab()
    expect(await look(next)).toMatchObject({ title, notice: '', isBuiltIn: false })
    await next.waitFor(heartIs(true))
    await next.click('.heart')
    await next.waitFor(heartIs(false))
    await keepSettings(next, { source: 'all' })
    await next.close()
    await browser.setOffline(false)
  })
})
