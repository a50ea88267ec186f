import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongRun, isLongRun } from '../long-run.ts'
import { launchChromium } from '../tools/browsers/chromium.ts'
import { type ClerkSystem, startClerkSystem } from '../tools/emulated/start-clerk-system.ts'
import { closeServer } from '../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import {
  allOnAccount,
  fill,
  heart,
  makePictures,
  namesIn,
  signUp,
  useCategory,
  waitForSame,
  waitForText,
} from './support/account-page.ts'
import { chromiumDir, type TestBrowser, toTestBrowser } from './support/test-browser.ts'

/**
 * Text that extension stores reject in a package: Clerk's remote scripts, and functions that run
 * text as code.
 */
const loaders = [
  'challenges.cloudflare.com',
  '/npm/@clerk/clerk-js',
  '/npm/@clerk/ui',
  'accounts.google.com/gsi',
  'coinbase.com',
  'js.stripe.com',
  'createElement("script")',
  'createElement(`script`)',
  'importScripts',
  'eval(',
]

const ada = { username: 'ada_l', email: 'ada@example.com', password: 'correct horse' }

describe('favorites on an account at a strict Clerk', () => {
  let system: ClerkSystem
  let dir: string
  let one: TestBrowser
  let other: TestBrowser
  const hearts: string[] = []

  const launch = async () =>
    toTestBrowser(
      await launchChromium({
        extensionDir: system.extensionDir,
        args: ['--ignore-certificate-errors'],
      }),
    )
  const lastCode = () => system.frontend.mails.at(-1)?.code ?? ''
  const stored = () => {
    const user = system.frontend.users.find(ada.username)
    return (user?.public_metadata.favorites ?? []) as string[]
  }

  beforeAll(async () => {
    dir = await makeTempDir('clerk-system')
    const pictures = join(dir, 'pictures')
    await makePictures(pictures, ['fern', 'lake'])
    system = await startClerkSystem({
      outDir: join(dir, 'dist'),
      env: { WALLPAPERS_DIR: pictures },
    })
    one = await launch()
    await useCategory(one, system.server.url, 'fern')
    if (!isLongRun) return
    other = await launch()
    await useCategory(other, system.server.url, 'lake')
  })
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()])
    await system?.stop()
    await removeDir(dir)
  })

  it('signs up with a code and keeps the favorites from before the sign-up', async () => {
    hearts.push(...(await heart(one, 2)))
    const tab = await one.openOptions()
    await signUp(tab, ada)
    await waitForText(tab, '.account-form', /sent a code to ada@example\.com/)
    await fill(tab, 'code', '000')
    await tab.click('.account-form .primary')
    await waitForText(tab, '.account-form .note', /not the code/)
    await one.stopBackground()
    await fill(tab, 'code', lastCode())
    await tab.click('.account-form .primary')
    await waitForText(tab, '.person', /@ada_l/)
    await waitForText(tab, '.sync-line', allOnAccount)
    await tab.close()
    expect(stored()).toHaveLength(2)
  })

  inLongRun('shows the same favorites on another device after a sign-in with a code', async () => {
    hearts.push(...(await heart(other, 1)))
    const tab = await other.openOptions()
    await fill(tab, 'username', ada.email)
    await tab.click('.account-form .primary')
    await waitForText(tab, '.account-form', /sent a code/)
    await fill(tab, 'code', lastCode())
    await tab.click('.account-form .primary')
    await waitForText(tab, '.sync-line', allOnAccount)
    await waitForSame(() => namesIn(tab), hearts)
    await tab.close()
    expect(stored()).toHaveLength(3)
    expect(system.frontend.requests.filter(({ origin }) => origin !== undefined)).toEqual([])
  })

  it('does not change the requests of web pages', async () => {
    const site = createServer((_, response) => void response.end('<h1>A site</h1>'))
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const page = await one.open(origin)
    const url = `${system.frontend.url}/v1/client/sign_ins?_is_native=1`
    await page.evaluate((to: string) => fetch(to, { method: 'POST', mode: 'no-cors' }), url)
    expect(system.frontend.requests.at(-1)?.origin).toBe(origin)
    await page.close()
    await closeServer(site)
  })

  it('shows the favorites to anyone who has the share link', async () => {
    const page = await one.open(`${system.server.url}/share/ada_l`)
    for (const title of hearts) await page.waitFor(`document.body.textContent.includes('${title}')`)
    await page.close()
  })

  inLongRun('stores favorites while Clerk is down, and sends them when Clerk is back', async () => {
    system.backend.behave({ fail: 'unavailable' })
    hearts.push(...(await heart(one, 1)))
    const tab = await one.openOptions()
    await waitForText(tab, '.sync-line', /1 change to your favorites is waiting for the server/)
    system.backend.behave()
    await waitForText(tab, '.sync-line', allOnAccount)
    await tab.close()
    expect(stored()).toHaveLength(hearts.length)
  })

  it('asks to sign in again when the session was ended elsewhere, and loses no favorite', async () => {
    system.frontend.revokeSessions()
    await one.stopBackground()
    const tab = await one.openOptions()
    await forgetToken(tab)
    hearts.push(...(await heart(one, 1)))
    await waitForText(tab, '.sync-line', /Sign in again to sync 1 change/)
    await fill(tab, 'password', ada.password)
    await tab.click('.account-form .primary')
    await waitForText(tab, '.sync-line', allOnAccount)
    await expect.poll(stored).toHaveLength(hearts.length)
    await tab.close()
  })

  it('loads no code of Clerk in its pages', () => {
    const manifest = readFileSync(join(system.extensionDir, 'manifest.json'), 'utf8')
    expect(JSON.parse(manifest).permissions).toContain('declarativeNetRequestWithHostAccess')
    const page = readFileSync(join(system.extensionDir, 'newtab.html'), 'utf8')
    expect(page).not.toContain('clerk')
  })

  it('loads no code from elsewhere', () => {
    const code = readFileSync(join(system.extensionDir, 'background.js'), 'utf8')
    expect(code).toContain('_clerk_js_version')
    expect(loaders.filter((loader) => code.includes(loader))).toEqual([])
  })
})

it('a build without a publishable key contains no code of Clerk', () => {
  const code = readFileSync(join(chromiumDir, 'background.js'), 'utf8')
  expect(code).not.toContain('_clerk_js_version')
  const manifest = readFileSync(join(chromiumDir, 'manifest.json'), 'utf8')
  expect(manifest).not.toContain('declarativeNetRequest')
})

declare const chrome: { storage: { session: { remove(key: string): Promise<void> } } }

const forgetToken = (tab: { evaluate: TestTabEvaluate }) =>
  tab.evaluate<void, []>(() => chrome.storage.session.remove('account.clerk.token'))

type TestTabEvaluate = Awaited<ReturnType<TestBrowser['openOptions']>>['evaluate']
