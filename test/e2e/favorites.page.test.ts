import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Favorite } from '../../extension/features/favorites/favorites.ts'
import { listViolations } from './support/accessibility.ts'
import { namesIn } from './support/account-page.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { enter, look, readDeck, supply, waitForDeck, weighPictures } from './support/new-tab.ts'
import {
  browserNames,
  isLongRun,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const says = (text: string) => `document.querySelector('.toast').textContent.includes('${text}')`
const count = `document.querySelectorAll('.favorites li').length`
const button = (title: string, icon: string) => `[aria-label="${title}"] .${icon}`

describe.each(browserNames)('the page of favorites in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue
  let tab: TestTab

  const toFavorite = (at: number, size = 'w=600&h=400'): Favorite => ({
    id: `fake-${at}`,
    title: `Fake ${at}`,
    color: at % 2 ? '#1E5FD0' : '#3C7A3C',
    preview_url: `${server.url}/main/fake-${at}.jpg?${size}`,
  })
  const setFavorites = (favorites: Favorite[]) =>
    tab.evaluate(
      (key: string, list: object) => chrome.storage.local.set({ [key]: list }),
      `favorites.confirmed/@${server.url}`,
      favorites,
    )
  const openPage = async () => {
    const page = await browser.openFavorites()
    await page.waitFor(count)
    return page
  }

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 1_000 })
    browser = await launchBrowser(name)
    await supply(browser, server.url)
    tab = await browser.openNewTab()
    await setFavorites([10, 11, 12, 13].map((at) => toFavorite(at)))
    await look(tab)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('opens by a key, shows a favorite on the tab that it came from, and closes', async () => {
    await tab.press('f')
    const page = await browser.waitForPage('favorites.html')
    await page.waitFor(`document.querySelectorAll('.favorites img').length === 4`)
    expect(await namesIn(page)).toEqual(['Fake 13', 'Fake 12', 'Fake 11', 'Fake 10'])
    expect(await listViolations(page)).toEqual([])
    await page.click('[title="Show Fake 12 now"]').catch(() => undefined)
    await tab.waitFor(`document.querySelector('.title')?.textContent === 'Fake 12'`)
    await tab.waitFor(`document.visibilityState === 'visible'`)
    const next = await browser.openNewTab()
    expect((await look(next)).title).not.toBe('Fake 12')
    await next.close()
  })

  it('shows a favorite on a new tab if the one that it came from is closed', async () => {
    const reader = await browser.openOptions()
    const from = await browser.openNewTab()
    await look(from)
    await from.press('f')
    const page = await browser.waitForPage('favorites.html')
    await from.close()
    await page.waitFor(count)
    await page.click('[title="Show Fake 11 now"]')
    // The tab that shows it has applied the rotation again.
    await waitForDeck(
      reader,
      ({ current, rotation }) => current?.wallpaper.id === 'fake-11' && rotation === 'tab',
    )
    await reader.close()
    await page.close().catch(() => undefined)
  })

  it('pins a favorite on every new tab', async () => {
    const page = await openPage()
    await page.click(button('Fake 10', 'pin'))
    await page.waitFor(says('Pinned'))
    await page.waitFor(`document.querySelector('.pin[aria-pressed=true]')`)
    const next = await browser.openNewTab()
    expect((await look(next)).title).toBe('Fake 10')
    await next.close()
    await page.click(button('Fake 10', 'pin'))
    await page.waitFor(says('Unpinned'))
    expect((await readDeck(page)).pinned).toBeNull()
    await page.close()
  })

  it('downloads, copies a link, and removes a favorite until the person takes that back', async () => {
    const page = await openPage()
    await page.click(button('Fake 12', 'download'))
    await page.waitFor(says('Saved to your downloads as Fake 12'))
    await page.click(button('Fake 12', 'link'))
    await page.waitFor(says('Link copied'))
    await page.click(button('Fake 12', 'heart'))
    await page.waitFor(`${count} === 3 && document.activeElement.closest('.toast')`)
    // Not by a key, because the list of downloads takes the keys in Firefox.
    await page.click('.toast button')
    await page.waitFor(`${count} === 4 && !document.querySelector('.toast button')`)
    await page.close()
  })

  it('finds favorites by words and color', async () => {
    const page = await openPage()
    await enter(page, 'search input[type=text]', 'fa 1')
    await page.waitFor(`document.querySelector('[role=status].hint').textContent.startsWith('4')`)
    await page.click('.swatch:has([value=blue])')
    await page.waitFor(`${count} === 2`)
    await enter(page, 'search input[type=text]', 'zebra')
    await page.waitFor(`${count} === 0`)
    await page.close()
  })

  const many = isLongRun ? 1_000 : 150
  it(`shows ${many} favorites, loads only what is near the screen, and stored pictures offline`, async () => {
    await waitForDeck(tab, ({ upcoming }) => upcoming.length > 0)
    await setFavorites(Array.from({ length: many }, (_, at) => toFavorite(at)))
    const before = server.requests.length
    const page = await openPage()
    await page.waitFor(`${count} === ${many}`)
    await page.waitFor(`document.querySelector('.favorites img').naturalWidth > 0`)
    const previews = server.requests.slice(before).filter(({ path }) => path.includes('w=600'))
    expect(previews.length).toBeLessThan(100)
    const isStored = async () =>
      `${server.url} fake-${many - 1}` in (await page.evaluate(weighPictures))
    await vi.waitUntil(isStored, { timeout: 200_000 })
    await page.close()
    await browser.setOffline(true)
    // Firefox would show the previews that it has loaded before.
    await setFavorites(Array.from({ length: many }, (_, at) => toFavorite(at, 'w=601&h=400')))
    const offline = await openPage()
    await offline.waitFor(`document.querySelector('.favorites img[src^=blob]')?.naturalWidth > 0`)
    await browser.setOffline(false)
    await offline.close()
  })
})
