import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../../extension/features/settings/settings.ts'
import { extensionId } from '../../shared/extension-id.ts'
import { buildExtensionInto } from '../../tools/build-extension.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { listViolations } from './support/accessibility.ts'
import { waitForSupply } from './support/new-tab.ts'
import { password, signIn } from './support/site.ts'
import { fromPlaywright } from './support/test-browser.ts'

declare const chrome: {
  runtime?: { sendMessage(id: string, message: object, respond: (answer: unknown) => void): void }
  storage: { local: { get(key: string): Promise<{ settings?: Settings }> } }
}

let server: RunningServer
let other: RunningServer
let browser: ChromiumWithExtension
let dir: string
let context: BrowserContext
let adas: string
let ids: string[]

const call = async (path: string, body?: object, method = 'POST', token = adas) => {
  const headers = {
    'Content-Type': 'application/json',
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  const init = body ? { method, headers, body: JSON.stringify(body) } : { headers }
  return (await fetch(server.url + path, init)).json()
}
const heart = (wallpaperId?: string) =>
  call('/api/favorites', { wallpaperId, action: 'add' }, 'PATCH')
const open = async (path: string) => {
  const page = await context.newPage()
  await page.goto(path.startsWith('/') ? server.url + path : path)
  return page
}
const readSources = async () => {
  const page = await browser.openExtensionPage('options.html')
  const stored = await page.evaluate(() => chrome.storage.local.get('settings'))
  await page.close()
  return stored.settings?.sources
}
/** Sends what a page of the server sends after a click. Resolves with the extension's answer. */
const send = (page: Page, link: string) =>
  page.evaluate(
    ([id = '', text = '']) =>
      new Promise((resolve) => {
        if (!chrome.runtime?.sendMessage) return resolve('no extension')
        chrome.runtime.sendMessage(id, { link: text }, (answer) => resolve(answer ?? 'no answer'))
      }),
    [extensionId, link],
  )
const isAsked = (page: Page) => page.waitForURL(/^chrome-extension:.*\/show\.html#/)

beforeAll(async () => {
  server = await startServer()
  other = await startServer()
  adas = (
    await call(
      '/api/auth/sign-up/username',
      { username: 'ada', password, name: '<b>Ada</b>' },
      'POST',
      '',
    )
  ).token
  const found = await call('/api/wallpapers?count=10&include=details')
  ids = found.items.map(({ id }: { id: string }) => id)
  for (const id of ids.slice(0, 4)) await heart(id)
  dir = await makeTempDir('extension')
  // The extension that was built for this server.
  const extensionDir = await buildExtensionInto(dir, 'chrome', { WXT_API_URL: server.url })
  browser = await launchChromium({ extensionDir })
  context = browser.context
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await other?.stop()
  await removeDir(dir)
})

describe('the link of somebody’s favorites', () => {
  it('is shown on new tabs after one click on the page and one in the extension', async () => {
    const page = await open('/share/ada')
    await page.click('[data-show]')
    await isAsked(page)
    await page.waitForSelector('.found img')
    expect(await page.textContent('.found [role=status]')).toBe(
      `@ada · ${new URL(server.url).host}`,
    )
    expect(await listViolations(fromPlaywright(page))).toEqual([])
    expect(await readSources()).toBeUndefined()
    await page.getByRole('button', { name: 'Only these' }).click()
    await page.waitForURL(/newtab\.html/)
    expect(await readSources()).toEqual([`from=ada+${server.url}`])
    await page.close()
  })

  it('brings a new favorite to the next tab but one', async () => {
    const tab = fromPlaywright(await browser.openNewTab())
    await waitForSupply(tab, 3)
    await tab.close()
    await heart(ids[7])
    const { title } = await call(`/api/wallpapers/${ids[7]}`)
    const shown: string[] = []
    for (let count = 0; count < 2; count++) {
      const next = await browser.openNewTab()
      await next.waitForSelector('.title')
      shown.push((await next.textContent('.title')) ?? '')
      await expect.poll(async () => (await readDeckTitles(next)).concat(shown)).toContain(title)
      await next.close()
    }
    expect(shown[1]).toContain(title)
  })

  it('changes nothing when another site, another server or a frame asks', async () => {
    const foreign = await open(other.url)
    expect(await send(foreign, `${server.url}/share/ada`)).toBe('no answer')
    const own = await open('/share/ada')
    expect(await send(own, 'https://evil.example/share/ada')).toBe('no answer')
    await own.evaluate((id) => {
      for (let count = 0; count < 1000; count++)
        chrome.runtime?.sendMessage(id, { link: location.href }, () => undefined)
    }, extensionId)
    await expect.poll(() => own.url()).toMatch(/\/show\.html/)
    expect(context.pages().filter((page) => page.url().includes('/show.html'))).toHaveLength(1)
    expect(await readSources()).toEqual([`from=ada+${server.url}`])
    for (const page of [foreign, own]) await page.close()
  })

  it('says that the person is gone, and shows others', async () => {
    await call('/api/auth/delete-account', { password })
    const notice = `Nobody called @ada shares favorites on ${new URL(server.url).host}. Showing other wallpapers instead.`
    await expect
      .poll(async () => {
        const tab = await browser.openNewTab()
        await tab.waitForSelector('.title')
        const text = await tab.textContent('.notice')
        await tab.close()
        return text
      })
      .toContain(notice)
  })
})

describe('a heart on a page of somebody who is not signed in', () => {
  const signUp = (username: string) =>
    call('/api/auth/sign-up/username', { username, password }, 'POST', '')
  const listOf = async (token: string) =>
    (await call('/api/favorites', undefined, 'GET', token)).favorites

  it('stays in this browser and becomes the account’s, and nobody else’s', async () => {
    const [ben, eve] = [await signUp('ben'), await signUp('eve')]
    const page = await open(`/wallpaper/${ids[1]}`)
    await page.click('button.heart')
    await page.waitForSelector('.heart-note a')
    await page.reload()
    await page.waitForSelector('button.heart[aria-pressed=true]')
    const second = await open('/?category=nature')
    await second.waitForSelector('.keep:not([hidden])', { state: 'attached' })
    const id = await second.getAttribute('.keep', 'data-heart')
    await second.click('.keep')
    await second.click('.heart-note a')
    await signIn(second, 'ben')
    await second.waitForURL(/category=nature/)
    await expect.poll(() => listOf(ben.token)).toEqual(expect.arrayContaining([ids[1], id]))
    await second.goto(`${server.url}/account`)
    await second.getByRole('button', { name: 'Sign out' }).first().click()
    await second.waitForSelector('#sign-in-username')
    await signIn(second, 'eve')
    await second.waitForSelector('.person')
    await second.goto(server.url)
    await second.waitForSelector('.keep:not([hidden])', { state: 'attached' })
    expect(await listOf(eve.token)).toEqual([])
    for (const one of [page, second]) await one.close()
  })

  it('says so when the browser has no room for it, or does not allow it', async () => {
    await context.clearCookies()
    const page = await context.newPage()
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.goto(`${server.url}/wallpaper/${ids[2]}`)
    await page.click('button.heart')
    await page.waitForSelector('.heart-note a')
    expect(await page.textContent('.heart-note')).toContain('This browser has no room for it.')
    expect(await page.getAttribute('button.heart', 'aria-pressed')).toBe('false')
    await page.close()
  })

  it('is handed to the extension if the person says so', async () => {
    const page = await open(`/wallpaper/${ids[3]}`)
    await page.click('button.heart')
    await page.getByRole('button', { name: 'Hand it to the extension' }).click()
    await isAsked(page)
    await page.getByRole('button', { name: 'Add to my favorites' }).click()
    await page.waitForSelector('.report[data-tone=good]')
    const stored = await page.evaluate(() => chrome.storage.local.get(null as unknown as string))
    expect(
      Object.keys(stored).some(
        (key) => key.startsWith('favorites.') && key.endsWith(ids[3] ?? '?'),
      ),
    ).toBe(true)
    await page.close()
  })
})

const readDeckTitles = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('fresco')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('deck').objectStore('deck').get('deck')
          reading.onsuccess = () =>
            resolve(
              reading.result.upcoming.map(
                (entry: { wallpaper: { title: string } }) => entry.wallpaper.title,
              ),
            )
          opening.result.close()
        }
      }),
  )
