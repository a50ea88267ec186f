import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { upcomingTarget } from '../../extension/features/supply/goals.ts'
import { toKey } from '../../extension/features/wallpaper/deck.ts'
import { findFreePort } from '../tools/servers/sockets.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { makePictures, useCategory } from './support/account-page.ts'
import { type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts'
import { keepSettings, readDeck, waitForDeck, weighPictures } from './support/new-tab.ts'
import {
  everyBrowser,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const categories = ['fern', 'lake']

/** Matches the requests of one prefetch: one request for wallpapers, then one for each picture. */
const prefetch = /^GET \/(api\/wallpapers\?|images\/)/
/** For each request: before the server receives it, and before the browser has the answer. */
const toSteps = (count: number) =>
  [false, true].flatMap((isDone) =>
    Array.from({ length: count }, (_, index) => ({ step: index + 1, isDone })),
  )

const expectWhole = async (tab: TestTab): Promise<void> => {
  const keys = (await readDeck(tab)).upcoming.map(({ wallpaper }) => toKey(wallpaper))
  expect(new Set(keys).size).toBe(keys.length)
  expect(Object.keys(await tab.evaluate(weighPictures))).toEqual(expect.arrayContaining(keys))
}

describe.each(everyBrowser)('a background that is stopped in %s', (name) => {
  let server: RunningServer
  let proxy: FaultyProxy
  let folder: string
  let browser: TestBrowser

  beforeAll(async () => {
    folder = await makeTempDir('pictures')
    await makePictures(folder, categories, 20)
    const port = await findFreePort()
    proxy = await startFaultyProxy(`http://127.0.0.1:${port}`)
    // Without PUBLIC_URL, the server would send picture addresses that bypass the proxy.
    const env = { WALLPAPERS_DIR: folder, PORT: `${port}`, PUBLIC_URL: proxy.url }
    server = await startServer({ env })
    browser = await launchBrowser(name)
    await useCategory(browser, proxy.url, 'fern')
  })
  afterEach(() => proxy.release())
  afterAll(async () => {
    await browser?.close()
    await proxy?.stop()
    await server?.stop()
    await removeDir(folder)
  })

  it.each(toSteps(1 + upcomingTarget))(
    'at request $step of a prefetch (answered by the server: $isDone) continues from there',
    async ({ step, isDone }) => {
      const tab = await browser.openNewTab()
      const { filters } = await readDeck(tab)
      const category = filters.includes('fern') ? 'lake' : 'fern'
      const held = proxy.hold({ what: prefetch, step, isDone })
      await keepSettings(tab, { category })
      await held
      await tab.close()
      await browser.stopBackground()
      proxy.release()

      const next = await browser.openNewTab()
      await waitForDeck(
        next,
        ({ upcoming }) =>
          upcoming.length === upcomingTarget &&
          upcoming.every(({ wallpaper }) => wallpaper.category === category),
      )
      await expectWhole(next)
      await next.close()
    },
  )
})
