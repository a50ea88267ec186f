import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchFirefox, type TabPlace } from '../tools/browsers/firefox.ts'
import type { Preferences } from '../tools/browsers/firefox-profile.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, readSettings } from './support/new-tab.ts'
import { firefoxDir, fromFirefox, type TestTab } from './support/test-browser.ts'

interface Case {
  kind: string
  place: TabPlace
  preferences: Preferences
}

/** Ways to use Firefox in which the storage of a tab is not that of the background, or nothing is stored. */
const cases: Case[] = [
  { kind: 'container', place: 'container', preferences: { 'privacy.userContext.enabled': true } },
  { kind: 'private window', place: 'private', preferences: {} },
  {
    kind: 'window of a Firefox that never remembers history',
    place: 'window',
    preferences: { 'browser.privatebrowsing.autostart': true },
  },
  {
    kind: 'window of a Firefox that blocks all cookies',
    place: 'window',
    preferences: { 'network.cookie.cookieBehavior': 2 },
  },
]

const isFromServer = `/^Fake/.test(document.querySelector('.title')?.textContent)`
const isHearted = `document.querySelector('.heart').getAttribute('aria-pressed') === 'true'`

describe.each(cases)('new tabs in a $kind', ({ kind, place, preferences }) => {
  let browser: Awaited<ReturnType<typeof launchFirefox>>
  let server: FakeCatalogue
  const open = async (where = place): Promise<TestTab> => {
    const tab = fromFirefox(await browser.openNewTab(where))
    await look(tab)
    return tab
  }
  const titleOf = async (tab: TestTab) => (await look(tab)).title

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 200 })
    browser = await launchFirefox({ extensionDir: firefoxDir, preferences })
    const first = await open('window')
    await keepSettings(first, { sources: [server.url] })
    await first.waitFor(
      `/arrived/.test(document.querySelector('.notice').textContent) || ${isFromServer}`,
    )
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('show wallpapers of the server, another one in each tab, and promise nothing', async () => {
    const titles = new Set<string>()
    for (let count = 0; count < 4; count++) {
      const tab = await open()
      await tab.waitFor(isFromServer)
      expect(await look(tab)).toMatchObject({ isBuiltIn: false, notice: '' })
      titles.add(await titleOf(tab))
      const dir = process.env.SCREENSHOTS
      if (dir) await writeFile(`${dir}/${kind}.png`, await tab.screenshot())
      await tab.close()
    }
    expect(titles.size).toBeGreaterThan(2)
  })

  it('take hearts, Next, Block and Pin', async () => {
    const tab = await open()
    await tab.waitFor(isFromServer)
    const hearted = await titleOf(tab)
    await tab.click('.heart')
    await tab.waitFor(isHearted)
    await tab.click('.next')
    await tab.waitFor(`document.querySelector('.title').textContent !== '${hearted}'`)
    const blocked = await titleOf(tab)
    await tab.press('b')
    await tab.waitFor(`document.querySelector('.title').textContent !== '${blocked}'`)
    const settings = await readSettings(tab)
    expect(JSON.stringify(settings?.blocked)).toContain(blocked)
    await tab.waitFor(isFromServer)
    await tab.press('i')
    await tab.waitFor(`document.querySelector('.actions button')`)
    await tab.click('.actions button')
    await tab.waitFor(`document.querySelector('.pin')`)
    const next = await open()
    expect(await titleOf(next)).toBe(await titleOf(tab))
    await tab.close()
    await next.close()
  })
})
