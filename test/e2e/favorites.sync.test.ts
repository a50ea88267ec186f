import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectDefined } from '../expect-defined.ts'
import { isLongRun } from '../long-run.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import {
  allOnAccount,
  favoritesOf,
  heart,
  makePictures,
  namesIn,
  signIn,
  signUp,
  toTitle,
  useCategory,
  waitForSame,
  waitForText,
} from './support/account-page.ts'
import { type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts'
import { look } from './support/new-tab.ts'
import {
  everyBrowser,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

let server: RunningServer
let proxy: FaultyProxy
let folder: string
beforeAll(async () => {
  folder = await makeTempDir('pictures')
  await makePictures(folder, ['fern', 'lake', 'moss'])
  server = await startServer({ env: { WALLPAPERS_DIR: folder } })
  proxy = await startFaultyProxy(server.url)
})
afterEach(() => proxy.fail(undefined))
afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
  await removeDir(folder)
})

// Firefox differs in its storage and its background, so the short run uses it. Most other tests use Chromium.
const browsers = isLongRun ? everyBrowser : (['firefox'] as const)

describe.each(browsers)('favorites on an account in %s', (name) => {
  const hasTwo = name === 'chromium' && isLongRun
  const withTwo = it.runIf(hasTwo)
  const ada = { username: `ada_${name}`, password: 'correct horse' }
  let profile: string
  let one: TestBrowser
  let other: TestBrowser

  const onAccount = async () => (await favoritesOf(server.url, ada)).map(toTitle)
  const withOptions = async <T>(browser: TestBrowser, work: (tab: TestTab) => Promise<T>) => {
    const tab = await browser.openOptions()
    const result = await work(tab)
    await tab.close()
    return result
  }
  const expectBoth = async (wanted: string[]) => {
    await waitForSame(onAccount, wanted)
    for (const browser of [one, other])
      await withOptions(browser, (tab) => waitForSame(() => namesIn(tab), wanted))
  }

  beforeAll(async () => {
    profile = await makeTempDir('profile')
    other = await launchBrowser(name, { profileDir: profile })
    await useCategory(other, proxy.url, 'lake')
    if (hasTwo) {
      one = await launchBrowser(name)
      await useCategory(one, proxy.url, 'fern')
    }
  })
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()])
    await removeDir(profile)
  })

  const start: string[] = []

  it('signs up and sends favorites to the server', async () => {
    await withOptions(other, async (tab) => {
      await signUp(tab, ada)
      await waitForText(tab, '.person', new RegExp(`@${ada.username}`))
      await waitForText(tab, '.sync-line', allOnAccount)
    })
    start.push(...(await heart(other, 3)))
    await waitForSame(onAccount, start)
  })

  it('shares a link that shows the favorites in another profile', async () => {
    const href = await withOptions(other, async (tab) => {
      await waitForText(tab, '.sync-line', allOnAccount)
      await tab.click('.share button')
      await waitForText(tab, '.share [role=status]', /Copied|yourself/)
      return tab.evaluate<string, []>(
        () => document.querySelector<HTMLAnchorElement>('.share a')?.href ?? '',
      )
    })
    expect(href).toBe(`${proxy.url}/share/${ada.username}`)
    const shared = await (await fetch(href)).text()
    for (const title of start) expect(shared).toContain(title)
    if (!hasTwo) return
    // The second profile is not signed in yet, so it stands for another person who opens the shared
    // link.
    const page = await one.open(href)
    for (const title of start) await page.waitFor(`document.body.textContent.includes('${title}')`)
    await page.close()
  })

  withTwo(
    'merges five favorites from before the sign-in with three from another device',
    async () => {
      const five = await heart(one, 5)
      start.push(...five)
      await withOptions(one, async (tab) => {
        await waitForSame(() => namesIn(tab), five)
        await signIn(tab, ada)
        await waitForText(tab, '.sync-line', allOnAccount)
      })
      expect(start).toHaveLength(8)
      await expectBoth(start)
    },
  )

  withTwo('merges offline changes of both devices into the same list on both', async () => {
    await Promise.all([one.setOffline(true), other.setOffline(true)])
    const gone = [expectDefined(start[0]), expectDefined(start[3])]
    const added: string[] = []
    for (const [place, browser] of [one, other].entries()) {
      await withOptions(browser, async (tab) => {
        const remove = `[aria-label="Remove ${gone[place]} from favorites"]`
        await tab.waitFor(`document.querySelector('${remove}')`)
        await tab.click(remove)
        await tab.waitFor(`!document.querySelector('${remove}')`)
        await waitForText(
          tab,
          '.sync-line',
          /1 change to your favorites is waiting for the network/,
        )
      })
      added.push(...(await heart(browser, 1)))
    }
    await Promise.all([one.setOffline(false), other.setOffline(false)])
    const wanted = [...start.filter((title) => !gone.includes(title)), ...added]
    for (const browser of [one, other])
      await withOptions(browser, (tab) => waitForText(tab, '.sync-line', allOnAccount))
    start.splice(0, Infinity, ...wanted)
    await expectBoth(start)
  })

  it('loses no stored change when the browser is killed before the sync', async () => {
    await other.setOffline(true)
    // A background that starts offline still reaches the server for a moment. The failing proxy
    // stops it.
    proxy.fail({ status: 503, error: 'Busy' })
    start.push(...(await heart(other, 1)))
    await withOptions(other, (tab) =>
      waitForText(tab, '.sync-line', /1 change to your favorites is waiting/),
    )
    await other.kill()
    proxy.fail(undefined)
    other = await launchBrowser(name, { profileDir: profile })
    await look(await other.openNewTab())
    await waitForSame(onAccount, start)
  })

  withTwo('keeps a change while the server fails, and retries when asked', async () => {
    proxy.fail({ status: 500, error: 'Oops' })
    start.push(...(await heart(other, 1)))
    await withOptions(other, async (tab) => {
      await waitForText(
        tab,
        '.sync-line',
        /1 change to your favorites is waiting for the server.*\(500\)/,
      )
      proxy.fail(undefined)
      await tab.click('.sync button')
      await waitForText(tab, '.sync-line', allOnAccount)
    })
    await waitForSame(onAccount, start)
  })

  withTwo('reverts a change that the server refuses, and says which and why', async () => {
    proxy.fail({ status: 409, error: 'Favorites list is full' })
    const [title = 'none'] = await heart(other, 1, { isRefused: true })
    await withOptions(other, async (tab) => {
      await waitForText(tab, '.callout', /could not be added to your favorites: favorites list/)
      await waitForText(tab, '.callout', new RegExp(title))
      await waitForSame(() => namesIn(tab), start)
      proxy.fail(undefined)
      await tab.click('.callout button')
      start.push(title)
      await waitForSame(onAccount, start)
      await tab.waitFor(`!document.querySelector('.callout')`)
    })
  })

  withTwo(
    'marks a favorite that has left the catalogue, and links the others to their pages',
    async () => {
      const [goneTitle = '', keptTitle = ''] = start
      const idOf = (title: string) => title.toLowerCase().replace(' ', '-')
      const [category] = idOf(goneTitle).split('-')
      await rm(join(folder, `${category}/${idOf(goneTitle)}.jpg`))
      const isGone = async () =>
        (await fetch(`${server.url}/api/wallpapers/${idOf(goneTitle)}`)).status === 404
      await vi.waitUntil(isGone, { timeout: 60_000 })
      await withOptions(other, async (tab) => {
        await tab.waitFor(`document.querySelector('.favorites .gone')`)
        const tile = await tab.evaluate(
          () => document.querySelector('.gone')?.parentElement?.innerText,
        )
        expect(tile).toMatch(new RegExp(`^No longer in the catalogue\\s+${goneTitle}$`))
        const links = await tab.evaluate<string[], []>(() =>
          Array.from(
            document.querySelectorAll<HTMLAnchorElement>('.favorites a'),
            ({ href }) => href,
          ),
        )
        expect(links).toHaveLength(start.length - 1)
        expect(links).toContain(`${proxy.url}/wallpaper/${idOf(keptTitle)}`)
      })
    },
  )
})
