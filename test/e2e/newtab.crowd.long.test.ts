import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { look, supply } from './support/new-tab.ts'
import { chromiumDir, fromPlaywright, toTestBrowser } from './support/test-browser.ts'

declare const chrome: { tabs: { create(options: object): Promise<unknown> } }

const crowd = 30

/** Chromium restores only tabs that a person or an extension has opened. The function runs inside a page of the extension. */
const openTabs = async (count: number): Promise<void> => {
  for (let tab = 0; tab < count; tab++) await chrome.tabs.create({})
}

describe('a Chromium that is killed with thirty new tabs', () => {
  let profile: string
  let chromium: ChromiumWithExtension
  let server: FakeCatalogue
  const launch = async (...args: string[]) => {
    chromium = await launchChromium({ extensionDir: chromiumDir, userDataDir: profile, args })
  }
  const listTabs = () =>
    chromium.context.pages().filter((page) => page.url().endsWith('newtab.html'))
  /** Chromium saves the list of its tabs a few seconds after they open. */
  const countSaved = async () => {
    const dir = join(profile, 'Default/Sessions')
    const names = (await readdir(dir)).filter((name) => name.startsWith('Session_'))
    const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'latin1')))
    return texts.join().split('chrome://newtab').length - 1
  }

  beforeAll(async () => {
    profile = await makeTempDir('crowd')
    server = await startFakeCatalogue()
    await launch()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.stop()
    await removeDir(profile)
  })

  it('restores all of them with wallpapers of the server, spread over those in the deck', async () => {
    const browser = toTestBrowser(chromium)
    await supply(browser, server.url)
    const options = await chromium.openExtensionPage('options.html')
    await options.evaluate(openTabs, crowd)
    await vi.waitUntil(async () => (await countSaved()) >= crowd, 60_000)
    await chromium.kill()

    await launch('--restore-last-session', '--hide-crash-restore-bubble')
    await vi.waitUntil(() => listTabs().length >= crowd, 120_000)
    const seen = await Promise.all(listTabs().map((page) => look(fromPlaywright(page))))
    expect(seen.filter(({ isBuiltIn }) => isBuiltIn)).toEqual([])
    expect(new Set(seen.map(({ title }) => title)).size).toBeGreaterThan(2)
  })
})
