import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../tools/servers/start-server.ts'
import { listViolations } from './support/accessibility.ts'
import { exportPictures } from './support/exported-site.ts'
import { look, waitForDeck, waitForSupply } from './support/new-tab.ts'
import {
  browserNames,
  isLongRun,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const isFromCatalogue = `document.querySelector('#wallpaper')?.src.startsWith('blob:')`

const isHearted = `document.querySelector('.heart').ariaPressed === 'true'`

const titleOf = async (tab: TestTab) => (await look(tab)).title

const waitForOther = async (tab: TestTab, title: string): Promise<string> => {
  await tab.waitFor(`document.querySelector('.title')?.textContent !== ${JSON.stringify(title)}`)
  return titleOf(tab)
}

const startExported = async () => {
  const site = await exportPictures()
  const { code, text } = await site.run()
  expect(code, text).toBe(0)
  let closing: Promise<void> | undefined
  const stop = () => {
    closing ??= site.close()
    return closing
  }
  return { url: site.server.url, stop }
}

const places = [
  // Only on a Fresco server does `/tab` without the slash work offline.
  { place: 'a server', start: startServer, offlinePath: '/tab', tones: 3 },
  {
    place: 'an exported site below a path',
    start: startExported,
    offlinePath: '/tab/',
    tones: 1,
  },
]
// An exported site has the same page with another list of wallpapers, so only the long run opens it there.
const tested = isLongRun ? places : places.slice(0, 1)
const cases = browserNames.flatMap((name) => tested.map((each) => ({ name, ...each })))

describe.each(cases)('a new tab in $name from $place', ({ name, start, offlinePath, tones }) => {
  let server: { url: string; stop: () => Promise<void> }
  let browser: TestBrowser
  let tab: TestTab

  beforeAll(async () => {
    server = await start()
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('soon replaces the built-in wallpaper of a first visit, and has no button for settings', async () => {
    tab = await browser.open(`${server.url}/tab/`)
    await tab.waitFor(isFromCatalogue)
    expect((await look(tab)).isBuiltIn).toBe(false)
    expect(await tab.evaluate('document.title')).toBe('Fresco')
    await tab.waitFor(`document.querySelector('.time') !== null`)
    expect(await listViolations(tab)).toEqual([])
    const labels = await tab.evaluate(
      `[...document.querySelectorAll('.bar button')].map(({ ariaLabel }) => ariaLabel).join()`,
    )
    expect(labels).toBe(
      'Favorite,Previous wallpaper,Next wallpaper,About this wallpaper,Start the slideshow,Fullscreen',
    )
  })

  it('keeps a heart in the browser', async () => {
    await waitForSupply(tab)
    const hearted = await titleOf(tab)
    await tab.click('.heart')
    await tab.close()
    tab = await browser.open(`${server.url}/tab/`)
    const fresh = await titleOf(tab)
    expect(fresh).not.toBe(hearted)
    expect(await tab.evaluate(isHearted)).toBe(false)
    await tab.press('ArrowLeft')
    expect(await waitForOther(tab, fresh)).toBe(hearted)
    expect(await tab.evaluate(isHearted)).toBe(true)
  })

  it('shows another picture, the clock and the controls without the network', async () => {
    await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 3)
    await tab.waitFor('navigator.serviceWorker.controller !== null')
    const before = await titleOf(tab)
    await server.stop()
    await tab.close()
    tab = await browser.open(`${server.url}${offlinePath}?every=5`)
    const shown = await titleOf(tab)
    expect(shown).not.toBe(before)
    await tab.waitFor(isFromCatalogue)
    await tab.waitFor(`document.querySelector('.time') !== null`)
    await waitForOther(tab, shown)
    const details = `fetch('wallpapers/alpine-dawn.json').then((answer) => answer.json())`
    expect(await tab.evaluate(details)).toMatchObject({
      light: expect.stringMatching(/^[0-o]{144}$/),
    })
    await tab.press('i')
    await tab.waitFor(`document.querySelector('dialog[open]') !== null`)
    expect(await tab.evaluate(`document.querySelectorAll('.facts .dot').length`)).toBeGreaterThan(
      tones - 1,
    )
    const page = await tab.evaluate(
      `document.querySelector('dialog[open] .facts a[href*="/wallpaper/"]').href`,
    )
    expect(page).toMatch(new RegExp(`^${server.url}/wallpaper/[^/]+/?$`))
  })
})
