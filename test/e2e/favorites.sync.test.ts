import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongRun, isLongRun } from '../long-run.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import {
  allOnAccount,
  favoritesOf,
  heart,
  makePictures,
  signUp,
  toTitle,
  useCategory,
  waitForSame,
  waitForText,
} from './support/account-page.ts'
import { look } from './support/new-tab.ts'
import {
  everyBrowser,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

/** Clicks while 300 storage writes are pending. Runs inside the tested page. */
const clickInHaste = () => {
  for (let count = 0; count < 300; count++)
    void chrome.storage.local.set({ busy: 'x'.repeat(6_000) })
  document.querySelector<HTMLElement>('.heart')?.click()
}

let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await makeTempDir('pictures')
  await makePictures(folder, ['lake'])
  server = await startServer({ env: { WALLPAPERS_DIR: folder } })
})
afterAll(async () => {
  await server?.stop()
  await removeDir(folder)
})

// Firefox differs in its storage and its background, so the short run uses it. Most other tests use Chromium.
const browsers = isLongRun ? everyBrowser : (['firefox'] as const)

describe.each(browsers)('favorites on an account in %s', (name) => {
  const ada = { username: `ada_${name}`, password: 'correct horse' }
  const hearts: string[] = []
  let profile: string
  let browser: TestBrowser

  const onAccount = async () => (await favoritesOf(server.url, ada)).map(toTitle)
  const withOptions = async <T>(work: (tab: TestTab) => Promise<T>) => {
    const tab = await browser.openOptions()
    const result = await work(tab)
    await tab.close()
    return result
  }

  beforeAll(async () => {
    profile = await makeTempDir('profile')
    browser = await launchBrowser(name, { profileDir: profile })
    await useCategory(browser, server.url, 'lake')
  })
  afterAll(async () => {
    await browser?.close()
    await removeDir(profile)
  })

  it('signs up, sends favorites to the server, and shares a link that shows them', async () => {
    await withOptions(async (tab) => {
      await signUp(tab, ada)
      await waitForText(tab, '.person', new RegExp(`@${ada.username}`))
    })
    hearts.push(...(await heart(browser, 3)))
    await waitForSame(onAccount, hearts)
    const href = await withOptions(async (tab) => {
      await waitForText(tab, '.sync-line', allOnAccount)
      await tab.click('.share button')
      await waitForText(tab, '.toast', /copied|try again/)
      return tab.evaluate<string, []>(`document.querySelector('.share a').href`)
    })
    expect(href).toBe(`${server.url}/share/${ada.username}`)
    const shared = await (await fetch(href)).text()
    for (const title of hearts) expect(shared).toContain(title)
  })

  inLongRun('loses no click when the browser closes while its storage is busy', async () => {
    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await tab.click('.next')
    await tab.waitFor(`document.querySelector('.title').textContent !== '${title}'`)
    hearts.push((await look(tab)).title)
    await tab.evaluate(clickInHaste)
    await browser.close()
    browser = await launchBrowser(name, { profileDir: profile })
    await look(await browser.openNewTab())
    await waitForSame(onAccount, hearts)
  })
})
