import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { inLongRun } from '../long-run.ts'
import { listViolations } from './support/accessibility.ts'
import { type Behaviour, type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { compareWithPicture, keepSettings, look, supply, waitForDeck } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

/**
 * An address that refuses every connection. Port 9 is the discard port, on which nothing listens.
 */
const nowhere = 'http://127.0.0.1:9'

const isAsked = ({ requests }: FakeCatalogue) =>
  requests.some(({ path }) => path.startsWith('/api/wallpapers'))

const noticeOf = async (tab: TestTab, pattern: RegExp): Promise<string> => {
  await tab.waitFor(`${pattern}.test(document.querySelector('.notice')?.textContent)`)
  return (await look(tab)).notice
}

describe.each(browserNames)('a new tab without a server in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue | undefined

  beforeAll(async () => {
    browser = await launchBrowser(name)
  })
  afterEach(async () => {
    await server?.stop()
    server = undefined
  })
  afterAll(() => browser?.close())

  it('shows built-in wallpapers from the first tab on, and a notice says why', async () => {
    const first = await browser.openNewTab()
    expect((await look(first)).isBuiltIn).toBe(true)
    await keepSettings(first, { catalogues: [nowhere] })
    expect(await noticeOf(first, /127\.0\.0\.1:9\. /)).toBe(
      'Can’t reach 127.0.0.1:9. Showing built-in wallpapers for now. Settings',
    )
    expect(await listViolations(first)).toEqual([])
    expect(await compareWithPicture(first)).toBeGreaterThan(0.97)

    const second = await browser.openNewTab()
    const titles = await Promise.all([first, second].map(async (tab) => (await look(tab)).title))
    expect(new Set(titles).size).toBe(2)
  })

  it('notices in an open tab that the server is back', async () => {
    server = await startFakeCatalogue()
    server.behave({ status: 500, retryAfter: 2 })
    const tab = await browser.openNewTab()
    await look(tab)
    await keepSettings(tab, { catalogues: [server.url] })
    expect(await noticeOf(tab, /answered with an error \(500\)/)).toContain('Settings')

    server.behave('well')
    expect(await noticeOf(tab, /have arrived\. Press Next/)).toContain('open a new tab')
    expect((await look(tab)).isBuiltIn).toBe(true)
    expect(await look(await browser.openNewTab())).toMatchObject({ isBuiltIn: false, notice: '' })
  })

  it('shows the wallpapers fetched before, then built-in ones', async () => {
    server = await startFakeCatalogue()
    await supply(browser, server.url)
    await server.stop()
    server = undefined
    for (let count = 0; count < 6; count++) {
      const tab = await browser.openNewTab()
      expect(await look(tab)).toMatchObject({ isBuiltIn: false, notice: '' })
      if (count === 0) expect(await compareWithPicture(tab)).toBeGreaterThan(0.97)
      await tab.close()
    }
    const tab = await browser.openNewTab()
    expect((await look(tab)).isBuiltIn).toBe(true)
    expect(await noticeOf(tab, /reach/)).toContain('Can’t reach')
  })

  inLongRun('shows a different notice for each problem with the server', async () => {
    server = await startFakeCatalogue()
    const tab = await browser.openNewTab()
    await look(tab)
    const problems: [Behaviour, RegExp][] = [
      ['garbage', /doesn’t seem to be a wallpaper server/],
      [{ status: 429, retryAfter: 60 }, /too many requests/],
      ['broken-pictures', /pictures from .* could not be loaded/],
    ]
    for (const [index, [behaviour, pattern]] of problems.entries()) {
      server.behave(behaviour)
      await keepSettings(tab, { catalogues: [server.url], category: `c${index}` })
      if (behaviour === 'broken-pictures') await keepSettings(tab, { category: null })
      await noticeOf(tab, pattern)
    }
    server.behave('well')
    await keepSettings(tab, { category: 'no-such-category' })
    await noticeOf(tab, /No wallpaper matches your filters/)
  })

  inLongRun('sends no request while the server asks to wait', async () => {
    server = await startFakeCatalogue()
    server.behave({ status: 503, retryAfter: 600 })
    const tab = await browser.openNewTab()
    await look(tab)
    await keepSettings(tab, { catalogues: [server.url] })
    await noticeOf(tab, /answered with an error/)
    for (let count = 0; count < 5; count++) await look(await browser.openNewTab())
    await new Promise((resolve) => setTimeout(resolve, 500))
    // Ignores requests for categories and colors, because the open welcome page sends them.
    const choices = /^\/api\/(categories|colors)\b/
    expect(server.requests.filter(({ path }) => !choices.test(path))).toHaveLength(1)
  })

  it('asks a newly chosen server at once while the one chosen before does not answer', async () => {
    const hanging = await startFakeCatalogue()
    hanging.behave('hangs')
    server = await startFakeCatalogue()
    const good = server
    const tab = await browser.openNewTab()
    await look(tab)
    await keepSettings(tab, { catalogues: [hanging.url], category: null })
    await vi.waitUntil(() => isAsked(hanging), { timeout: 60_000 })
    await keepSettings(tab, { catalogues: [good.url] })
    // The extension waits ten seconds for an answer, so the request to the first server is still unfinished.
    await vi.waitUntil(() => isAsked(good), { timeout: 60_000 })
    await hanging.stop()
  })

  inLongRun('shows stored favorites when no other wallpapers are left', async () => {
    server = await startFakeCatalogue()
    await supply(browser, server.url, { category: null })
    const hearted = await browser.openNewTab()
    const { title } = await look(hearted)
    await hearted.click('.heart')
    await hearted.waitFor(`document.querySelector('.heart[aria-pressed="true"]')`)
    for (let count = 0; count < 8; count++) {
      const tab = await browser.openNewTab()
      await look(tab)
      await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 6)
      await tab.close()
    }
    await server.stop()
    server = undefined
    const seen: string[] = []
    for (let count = 0; count < 9; count++) {
      const tab = await browser.openNewTab()
      const { isBuiltIn, title: shown } = await look(tab)
      expect(isBuiltIn).toBe(false)
      seen.push(shown)
      await waitForDeck(tab, ({ upcoming }) => upcoming.length > 0)
      await tab.close()
    }
    expect(seen.slice(-3)).toContain(title)
  })
})
