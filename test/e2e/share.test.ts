import { cp, glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCookieName } from '../../server/identity/identity-provider.ts'
import { extensionId } from '../../shared/extension-id.ts'
import { localServer } from '../../tools/build-extension.ts'
import { inLongRun } from '../long-run.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { listViolations } from './support/accessibility.ts'
import { keepSettings, paste, readDeck, readSettings, waitForSupply } from './support/new-tab.ts'
import { password, signIn } from './support/site.ts'
import { chromiumDir, firefoxDir, fromPlaywright } from './support/test-browser.ts'

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
const signUp = (username: string, name = username) =>
  call('/api/auth/sign-up/username', { username, password, name }, 'POST', '')
const open = async (path: string) => {
  const page = await context.newPage()
  await page.goto(path.startsWith('/') ? server.url + path : path)
  return page
}
/** Opens a page of the server, which asks then whose hearts it shows. */
const openWithHearts = async (path: string) => {
  const page = await context.newPage()
  await Promise.all([page.waitForResponse('**/hearts'), page.goto(server.url + path)])
  return page
}
const readSources = async () => {
  const page = await browser.openExtensionPage('options.html')
  const settings = await readSettings(fromPlaywright(page))
  await page.close()
  return settings?.sources
}
/** Sends what a page of the server sends after a click. Resolves with the extension's answer. */
const send = (page: Pick<Page, 'evaluate'>, link: string) =>
  page.evaluate(
    ([id = '', text = '']) =>
      new Promise((resolve) => {
        if (!chrome.runtime?.sendMessage) return resolve('no extension')
        chrome.runtime.sendMessage(id, { link: text }, (answer) => resolve(answer ?? 'no answer'))
      }),
    [extensionId, link],
  )
const isAsked = (page: Page) => page.waitForURL(/^chrome-extension:.*\/show\.html#/)

/** As a build for this server, which takes ten times as long. */
const copyExtension = async () => {
  await cp(chromiumDir, dir, { recursive: true })
  for await (const file of glob(join(dir, '**/*.js'))) {
    const code = await readFile(file, 'utf8')
    await writeFile(file, code.replaceAll(localServer, server.url))
  }
}

beforeAll(async () => {
  server = await startServer()
  other = await startServer()
  adas = (await signUp('ada', '<b>Ada</b>')).token
  const found = await call('/api/wallpapers?count=10&include=details')
  ids = found.items.map(({ id }: { id: string }) => id)
  await call('/api/favorites', { favorites: ids.slice(0, 4) })
  dir = await makeTempDir('extension')
  await copyExtension()
  browser = await launchChromium({ extensionDir: dir })
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
    expect(await page.locator('.show a:visible').allInnerTexts()).toEqual([
      'Open as a full screen',
      'Get the extension',
    ])
    await page.click('[data-show]')
    await isAsked(page)
    await page.waitForSelector('.found img')
    expect(await page.textContent('.found [role=status]')).toBe(
      `@ada · ${new URL(server.url).host}`,
    )
    expect(await listViolations(page)).toEqual([])
    expect(await readSources()).toBeUndefined()
    await page.getByRole('button', { name: 'Only these' }).click()
    await page.waitForURL(/newtab\.html/)
    expect(await readSources()).toEqual([`from=ada+${server.url}`])
    await page.close()
  })

  it('is found when it is pasted on a new tab', async () => {
    const tab = await browser.openNewTab()
    await tab.waitForSelector('.title')
    await fromPlaywright(tab).evaluate(paste, `${other.url}/?q=paper`)
    await isAsked(tab)
    await tab.waitForSelector('.found img')
    await tab.close()
  })

  it('brings a new favorite to the next tab but one', async () => {
    const tab = fromPlaywright(await browser.openNewTab())
    await waitForSupply(tab, 3)
    await tab.close()
    await call('/api/favorites', { wallpaperId: ids[7], action: 'add' }, 'PATCH')
    const { title } = await call(`/api/wallpapers/${ids[7]}`)
    const shown: string[] = []
    for (let count = 0; count < 2; count++) {
      const next = await browser.openNewTab()
      await next.waitForSelector('.title')
      shown.push((await next.textContent('.title')) ?? '')
      const readUpcoming = async () =>
        (await readDeck(fromPlaywright(next))).upcoming.map(({ wallpaper }) => wallpaper.title)
      await expect.poll(async () => (await readUpcoming()).concat(shown)).toContain(title)
      await next.close()
    }
    expect(shown[1]).toContain(title)
  })

  it('changes nothing when another site, another server or a frame asks', async () => {
    const foreign = await open(other.url)
    expect(await send(foreign, `${server.url}/share/ada`)).toBe('no answer')
    const own = await open('/share/ada')
    expect(await own.textContent('.person h1')).toBe('<b>Ada</b>')
    const others = ['https://evil.example/share/ada', `${server.url}@evil.example/`, 'javascript:0']
    for (const link of [
      ...others,
      `${server.url}.evil.example/`,
      `${server.url}\\@evil.example`,
      '',
    ])
      expect(await send(own, link), link).toBe('no answer')
    const outer = await context.newPage()
    await outer.route('**/outer', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<iframe src="/tab/">' }),
    )
    await outer.goto(`${server.url}/outer`)
    const [, frame] = outer.frames()
    expect(frame && (await send(frame, `${server.url}/share/ada`))).toBe('no answer')
    await own.evaluate((id) => {
      const port = chrome.runtime?.connect(id)
      for (let count = 0; count < 50; count++) port?.postMessage({ link: location.href })
    }, extensionId)
    expect(own.url()).toBe(`${server.url}/share/ada`)
    const sendMany = (id: string) => {
      for (let count = 0; count < 50; count++)
        chrome.runtime?.sendMessage(id, { link: location.href }, () => undefined)
    }
    // The extension replaces the page, perhaps before the page has the answer.
    await own.evaluate(sendMany, extensionId).catch(() => undefined)
    await expect.poll(() => own.url()).toMatch(/\/show\.html/)
    expect(context.pages().filter((page) => page.url().includes('/show.html'))).toHaveLength(1)
    expect(await readSources()).toEqual([`from=ada+${server.url}`])
    const markup = await open('/')
    await send(markup, `${server.url}/?q=<img src=x>`).catch(() => undefined)
    await isAsked(markup)
    await markup.getByText(`<img src=x> · ${new URL(server.url).host}`).waitFor()
    expect(await markup.locator('.found img').count()).toBe(0)
    for (const page of [foreign, own, outer, markup]) await page.close()
  })

  it('needs no permission', async () => {
    const page = await browser.openExtensionPage('options.html')
    const warnings = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const manifest = JSON.stringify(chrome.runtime?.getManifest())
          chrome.management.getPermissionWarningsByManifest(manifest, resolve)
        }),
    )
    expect(warnings).toEqual([
      'Read and change your data on 127.0.0.1',
      'Replace the page you see when opening a new tab',
    ])
    await page.close()
    const inFirefox = JSON.parse(await readFile(join(firefoxDir, 'manifest.json'), 'utf8'))
    expect(inFirefox).toMatchObject({
      permissions: ['storage', 'alarms'],
      host_permissions: ['http://127.0.0.1/*'],
      optional_host_permissions: ['*://*/*'],
    })
    expect(inFirefox).not.toHaveProperty('externally_connectable')
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

describe('the hearts of somebody who is signed in', () => {
  it('stay as the last click left them, although an earlier one arrives later', async () => {
    const fay = await signUp('fay')
    const cookie = { name: sessionCookieName(server.url), value: fay.token, url: server.url }
    await context.addCookies([cookie])
    const page = await open(`/wallpaper/${ids[7]}`)
    const released = Promise.withResolvers<void>()
    let answered = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/api/favorites')) answered++
    })
    let asked = 0
    await page.route('**/api/favorites', async (route) => {
      asked++
      if (asked === 1) await released.promise
      await route.continue()
    })
    await page.click('button.heart:not([hidden])')
    await expect.poll(() => asked).toBe(1)
    await page.click('button.heart')
    await page.waitForSelector('button.heart[aria-pressed=true]')
    await page.click('button.heart')
    await page.waitForSelector('button.heart[aria-pressed=false]')
    released.resolve()
    await expect.poll(() => answered).toBe(4)
    await page.waitForSelector('button.heart[aria-pressed=false]')
    const { favorites } = await call('/api/favorites', undefined, 'GET', fay.token)
    expect(favorites).toEqual([])
    await context.clearCookies()
    await page.close()
  })
})

describe('the hearts of somebody who is not signed in', () => {
  const listOf = async ({ token }: { token: string }): Promise<string[]> =>
    (await call('/api/favorites', undefined, 'GET', token)).favorites
  const give = async (id = '') => {
    const page = await open(`/wallpaper/${id}`)
    await page.click('button.heart')
    await page.waitForSelector('.heart-note:not(:empty)')
    return page
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name })
  const isQuiet = (page: Page) => page.locator('.heart-note').waitFor({ state: 'hidden' })

  it('stay in this browser until the person to whom they belong takes them', async () => {
    const [ben, eve] = [await signUp('ben'), await signUp('eve')]
    const page = await give(ids[1])
    await page.reload()
    await page.waitForSelector('button.heart[aria-pressed=true]')
    const tab = await open('/?category=nature')
    await tab.waitForSelector('.keep:not([hidden])', { state: 'attached' })
    const id = (await tab.getAttribute('.keep', 'data-heart')) ?? ''
    await tab.click('.keep')
    await tab.click('.heart-note a')
    await signIn(tab, 'eve')
    await tab.waitForURL(/category=nature/)
    const { title } = await call(`/api/wallpapers/${id}`)
    const question = new RegExp(`^This browser has 2 hearts without an account: .*${title}`)
    await tab.getByText(question).waitFor()
    expect(await tab.getAttribute('.keep', 'aria-pressed')).toBe('false')
    await button(tab, 'Not now').click()
    await tab.goto(`${server.url}/account`)
    await button(tab, 'Sign out').first().click()
    await tab.waitForSelector('#sign-in-username')
    await signIn(tab, 'ben')
    await button(tab, 'Add to ben’s favorites').waitFor()
    await page.reload()
    await button(page, 'Add to ben’s favorites').click()
    await isQuiet(tab)
    await page.waitForSelector('[data-heart][aria-pressed=true]')
    expect((await listOf(ben)).toSorted()).toEqual([ids[1] ?? '', id].toSorted())
    expect(await listOf(eve)).toEqual([])
    for (const one of [page, tab]) await one.close()
  })

  inLongRun('go to nobody if another person has signed in since the page was loaded', async () => {
    const [cyd, dan] = [await signUp('cyd'), await signUp('dan')]
    const become = ({ token: value }: { token: string }) =>
      context.addCookies([{ name: sessionCookieName(server.url), value, url: server.url }])
    await context.clearCookies()
    const nobodys = await open(`/wallpaper/${ids[6]}`)
    await become(cyd)
    const paths = ['/share/ben', '/', `/wallpaper/${ids[6]}`]
    const cyds = await Promise.all(paths.map(openWithHearts))
    await become(dan)
    for (const page of cyds) {
      await page.click('[data-heart]')
      await page.getByText('Nothing has changed: Somebody else is signed in now').waitFor()
    }
    await nobodys.click('[data-heart]')
    await nobodys.getByText('Kept in this browser.').waitFor()
    const [page] = cyds
    await context.clearCookies()
    await page?.click('[data-heart]')
    await page?.getByText('Kept in this browser.').waitFor()
    expect(await Promise.all([cyd, dan].map(listOf))).toEqual([[], []])
    // Each page clears what it has stored itself. Another page might clear before the browser has the last heart.
    for (const one of [nobodys, ...cyds]) {
      await one.evaluate(() => localStorage.clear())
      await one.close()
    }
  })

  it('are offered to a new account, and those that it cannot take are named', async () => {
    await context.clearCookies()
    await (await give(ids[4])).close()
    const page = await give(ids[5])
    // A route that is added while the next page loads may not apply to it.
    await page.route('**/api/favorites', (route) =>
      route.request().postData()?.includes(`"${ids[4]}"`)
        ? route.fulfill({ status: 409, json: { error: 'Favorites list is full' } })
        : route.continue(),
    )
    await page.click('.heart-note a')
    await page.fill('#sign-up-username', 'new.one')
    await page.fill('#sign-up-password', password)
    await button(page, 'Create account').click()
    await button(page, 'Add to new.one’s favorites').click()
    const { title } = await call(`/api/wallpapers/${ids[4]}`)
    const refusal = `^1 heart stayed in this browser: .${title}.\\. Favorites list is full\\.$`
    await page.getByText(new RegExp(refusal)).waitFor()
    await page.unroute('**/api/favorites')
    expect(await (await fetch(`${server.url}/api/favorites/new.one`)).json()).toMatchObject({
      favorites: [ids[5]],
    })
    await page.reload()
    await button(page, 'Discard').click()
    await page.reload()
    await page.waitForSelector('[data-heart][aria-pressed=true]')
    await isQuiet(page)
    await page.close()
  })

  it('are shown although one stored entry is damaged', async () => {
    await context.clearCookies()
    const page = await give(ids[2])
    const damage = (text: string) => {
      const [key = ''] = Object.keys(localStorage).filter((name) => name.includes('.hearts/'))
      localStorage.setItem(`${key}-damaged`, text)
    }
    for (const text of ['{"wanted":tr', 'null', '{"wanted":true}']) {
      await page.evaluate(damage, text)
      await page.reload()
      await page.waitForSelector('[data-heart][aria-pressed=true]')
    }
    await page.evaluate(() => localStorage.clear())
    await page.close()
  })

  it('are not stored by a browser without room for them, or that does not allow it', async () => {
    await context.clearCookies()
    const page = await context.newPage()
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    })
    await page.goto(`${server.url}/wallpaper/${ids[2]}`)
    await page.click('button.heart')
    await page
      .getByText('This heart is lost, because the storage of this browser is full or blocked.')
      .waitFor()
    expect(await page.getAttribute('button.heart', 'aria-pressed')).toBe('false')
    await page.close()
  })

  it('are handed to the extension, which may have another server and people who sign in there', async () => {
    const options = await browser.openExtensionPage('options.html')
    await keepSettings(fromPlaywright(options), { sources: [other.url] })
    const readStored = () =>
      options.evaluate(() => chrome.storage.local.get<Record<string, { favorite?: object }>>(null))
    await expect.poll(async () => (await readStored())['favorites.owner']).toBe(`@${other.url}`)
    await context.route('**/hearts', (route) =>
      route.fulfill({ json: { favorites: null, isElsewhere: true } }),
    )
    const page = await give(ids[3])
    expect(await page.textContent('.heart-note')).toBe(
      'Kept in this browser. To have it on all your devices, hand it to the Fresco extension and sign in there.Hand it to the extension',
    )
    await button(page, 'Hand it to the extension').click()
    await isAsked(page)
    await button(page, 'Add to my favorites').click()
    await page.waitForSelector('.report[data-tone=good]')
    const { title } = await call(`/api/wallpapers/${ids[3]}`)
    const hearts = Object.values(await readStored()).flatMap(({ favorite }) => favorite ?? [])
    expect(hearts).toEqual([expect.objectContaining({ id: ids[3], title, catalogue: server.url })])
    for (const one of [page, options]) await one.close()
  })
})
