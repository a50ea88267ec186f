import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { favoritesOf, makePictures, signUp, waitForText } from './support/account-page.ts'
import { keepSettings } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

declare const chrome: {
  storage: {
    local: {
      set(values: object): Promise<void>
      get(key: string): Promise<Record<string, { id: string }[]>>
    }
  }
}

const ada = { username: 'ada_l', password: 'correct horse' }
const grace = { username: 'grace_h', password: 'another horse' }
const walls = 'https://github.com/ada/walls'

describe.each(browserNames)('favorites of a catalogue on the web in %s', (name) => {
  let dir: string
  let data: string
  let server: RunningServer
  let browser: TestBrowser

  beforeAll(async () => {
    dir = await makeTempDir('pictures')
    await makePictures(dir, ['fern'], 3)
    data = await makeTempDir('data')
    server = await startServer({ env: { WALLPAPERS_DIR: dir, DATA_DIR: data } })
  })
  afterAll(async () => {
    await server?.stop()
    await removeDir(dir)
    await removeDir(data)
  })
  beforeEach(async () => {
    browser = await launchBrowser(name)
  })
  afterEach(() => browser?.close())

  /** Signs a person up who has two hearts of the catalogue on the web, and opens the settings. */
  const signUpWithHearts = async (person: typeof ada, catalogues: string[]) => {
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
    await keepSettings(first, { catalogues })
    await first.close()
    const page = await browser.openOptions()
    await signUp(page, person)
    await waitForText(page, '.callout', /You have 2 favorites from github\.com\/ada\/walls/)
    return page
  }
  const waitForFavorites = (person: typeof ada, ids: string[]) =>
    expect.poll(async () => (await favoritesOf(server.url, person)).toSorted()).toEqual(ids)
  const readLocal = (page: TestTab) =>
    page.evaluate(async () => {
      const key = 'favorites.confirmed/@local'
      const { [key]: list = [] } = await chrome.storage.local.get(key)
      return list.map(({ id }) => id)
    })

  it('are added to an account whose server has the same pictures, if the person agrees', async () => {
    const page = await signUpWithHearts(ada, [server.url])
    expect(await favoritesOf(server.url, ada)).toEqual([])
    await server.stop()
    await page.click('.callout button')
    await page.waitFor(`document.querySelector('.callout small')`)
    expect(await readLocal(page)).toEqual(['fern-1', 'fern-3'])
    const settings = { WALLPAPERS_DIR: dir, DATA_DIR: data, PORT: `${server.port}` }
    server = await startServer({ env: settings })
    await page.click('.callout button')
    await waitForFavorites(ada, ['fern-1', 'fern-3'])
    await page.waitFor(`!document.querySelector('.callout')`)
    await page.waitFor(`document.querySelectorAll('.favorites li').length === 2`)
    await expect.poll(() => readLocal(page)).toEqual([])
    await page.close()
  })

  it('are shown once and removed together while both catalogues are chosen', async () => {
    const page = await signUpWithHearts(grace, [server.url, walls])
    await page.click('.callout button')
    await waitForFavorites(grace, ['fern-1', 'fern-3'])
    await page.waitFor(`!document.querySelector('.callout')`)
    expect(await readLocal(page)).toEqual(['fern-1', 'fern-3'])
    expect(await page.evaluate(`document.querySelectorAll('.favorites li').length`)).toBe(2)
    await page.click('.favorites li button')
    await waitForFavorites(grace, ['fern-1'])
    await expect.poll(() => readLocal(page)).toEqual(['fern-1'])
    expect(await page.evaluate(`document.querySelectorAll('.favorites li').length`)).toBe(1)
    await page.close()
  })
})
