import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { favoritesOf, makePictures, signUp, waitForText } from './support/account-page.ts'
import { keepSettings } from './support/new-tab.ts'
import { browserNames, launchBrowser, type TestBrowser } from './support/test-browser.ts'

declare const chrome: { storage: { local: { set(values: object): Promise<void> } } }

const ada = { username: 'ada_l', password: 'correct horse' }
const walls = 'https://github.com/ada/walls'

describe.each(browserNames)('favorites of a catalogue on the web in %s', (name) => {
  let dir: string
  let server: RunningServer
  let browser: TestBrowser

  beforeAll(async () => {
    dir = await makeTempDir('pictures')
    await makePictures(dir, ['fern'], 3)
    server = await startServer({ env: { WALLPAPERS_DIR: dir } })
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await removeDir(dir)
  })

  it('are added to an account whose server has the same pictures, if the person agrees', async () => {
    const favorites = ['fern-1', 'fern-3'].map((id) => ({
      id,
      title: id,
      preview_url: `https://raw.githubusercontent.com/ada/walls/HEAD/cache/${id}.webp`,
      catalogue: walls,
    }))
    const first = await browser.openOptions()
    await first.evaluate(
      (list: object) => chrome.storage.local.set({ 'favorites.confirmed/@local': list }),
      favorites,
    )
    await keepSettings(first, { catalogues: [server.url] })
    await first.close()
    const page = await browser.openOptions()
    await signUp(page, ada)
    await waitForText(page, '.refusal', /You have 2 favorites from github\.com\/ada\/walls/)
    expect(await favoritesOf(server.url, ada)).toEqual([])
    await page.click('.refusal button')
    await vi.waitFor(
      async () =>
        expect((await favoritesOf(server.url, ada)).toSorted()).toEqual(['fern-1', 'fern-3']),
      30_000,
    )
    await page.waitFor(`!document.querySelector('.refusal')`)
    await page.waitFor(`document.querySelectorAll('.favorites li').length === 2`)
    await page.close()
  })
})
