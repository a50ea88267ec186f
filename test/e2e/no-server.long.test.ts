import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildExtensionInto } from '../../tools/build-extension.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { look } from './support/new-tab.ts'
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

  it('shows twelve built-in wallpapers, mentions photographs once, and contacts nobody', async () => {
    const titles: string[] = []
    for (let count = 0; count < 14; count++) {
      const tab = await browser.openNewTab()
      if (count === 0) await tab.waitFor(`document.querySelector('.notice').textContent !== ''`)
      const { title, isBuiltIn, notice } = await look(tab)
      expect(isBuiltIn).toBe(true)
      expect(notice).toMatch(count === 0 ? /thousands of photographs/ : /^$/)
      titles.push(title)
      await tab.close()
    }
    expect(new Set(titles.slice(0, 12)).size).toBe(12)
    expect(titles.slice(12)).toEqual(titles.slice(0, 2))
    const page = await browser.openOptions()
    expect(await page.evaluate(() => chrome.runtime.getManifest().host_permissions ?? [])).toEqual(
      [],
    )
    expect(await stored(page, 'fetch-status')).toBeUndefined()
    await page.close()
  })
})
