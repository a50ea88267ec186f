import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClerkFrontend } from '../emulators/clerk-frontend.ts'
import { launchChromium } from '../tools/browsers/chromium.ts'
import { type ClerkSystem, startClerkSystem } from '../tools/emulated/start-clerk-system.ts'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'
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
import {
  everyBrowser,
  launchBrowser,
  type TestBrowser,
  type TestTab,
  toTestBrowser,
} from './support/test-browser.ts'

/** What stores reject: remote scripts, and functions that run text as code. */
const loader =
  /challenges\.cloudflare\.com|\/npm\/@clerk\/(clerk-js|ui)|accounts\.google\.com\/gsi|coinbase\.com|js\.stripe\.com|createElement\(["`]script|importScripts|eval\(/

const ada = { username: 'ada_l', email: 'ada@example.com', password: 'correct horse' }

describe.each(everyBrowser)('favorites on an account at a strict Clerk in %s', (name) => {
  let system: ClerkSystem
  let dir: string
  let one: TestBrowser
  let other: TestBrowser
  const hearts: string[] = []

  const launch = async (device: string) => {
    const profile = join(dir, device)
    await mkdir(profile, { recursive: true })
    const { extensionDir } = system
    if (name === 'chromium') {
      const args = ['--ignore-certificate-errors']
      return toTestBrowser(await launchChromium({ extensionDir, userDataDir: profile, args }))
    }
    await trust(profile, system.frontend)
    return launchBrowser(name, { extensionDir, profileDir: profile })
  }
  const enterCode = async (tab: TestTab) => {
    await fill(tab, 'code', system.frontend.mails.at(-1)?.code ?? '')
    await tab.click('.account-form .primary')
  }
  const stored = () => {
    const users = [...system.backend.users.values()]
    const user = users.find(({ username }) => username === ada.username)
    return (user?.public_metadata.favorites ?? []) as string[]
  }

  beforeAll(async () => {
    dir = await makeTempDir('clerk-system')
    const pictures = join(dir, 'pictures')
    await makePictures(pictures, ['fern', 'lake'])
    system = await startClerkSystem({
      outDir: join(dir, 'dist'),
      target: name === 'chromium' ? 'chrome' : name,
      env: { WALLPAPERS_DIR: pictures },
    })
    one = await launch('one')
    await useCategory(one, system.server.url, 'fern')
    other = await launch('other')
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
    await enterCode(tab)
    await waitForText(tab, '.person', /@ada_l/)
    await waitForText(tab, '.sync-line', allOnAccount)
    await tab.close()
    expect(stored()).toHaveLength(2)
  })

  it('shows the same favorites on another device after a sign-in with a code', async () => {
    hearts.push(...(await heart(other, 1)))
    const tab = await other.openOptions()
    await fill(tab, 'username', ada.email)
    await tab.click('.account-form .primary')
    await waitForText(tab, '.account-form', /sent a code/)
    await enterCode(tab)
    await waitForText(tab, '.sync-line', allOnAccount)
    const favorites = await other.openFavorites()
    await waitForSame(() => namesIn(favorites), hearts)
    await Promise.all([tab.close(), favorites.close()])
    expect(stored()).toHaveLength(3)
    expect(system.frontend.requests.filter(({ origin }) => origin !== undefined)).toEqual([])
  })

  it('does not change the requests of web pages', async () => {
    const site = createServer((_, response) => void response.end('<h1>A site</h1>'))
    const origin = `http://127.0.0.1:${await listenLocally(site)}`
    const page = await one.open(origin)
    const url = `${system.frontend.url}/v1/client/sign_ins?_is_native=1`
    await page.evaluate((to: string) => fetch(to, { method: 'POST', mode: 'no-cors' }), url)
    expect(system.frontend.requests.at(-1)?.origin).toBe(origin)
    await page.close()
    await closeServer(site)
  })

  it('asks to sign in again when the session was ended elsewhere, and loses no favorite', async () => {
    system.frontend.revokeSessions()
    await one.stopBackground()
    const tab = await one.openOptions()
    hearts.push(...(await heart(one, 1)))
    await waitForText(tab, '.sync-line', /Sign in again to sync 1 change/)
    await fill(tab, 'password', ada.password)
    await tab.click('.account-form .primary')
    await waitForText(tab, '.sync-line', allOnAccount)
    await expect.poll(stored).toHaveLength(hearts.length)
    await tab.close()
  })

  it('stays signed in when the browser restarts, and signs out at Clerk', async () => {
    await one.close()
    one = await launch('one')
    hearts.push(...(await heart(one, 1)))
    const tab = await one.openOptions()
    await waitForText(tab, '.person', /@ada_l/)
    await waitForText(tab, '.sync-line', allOnAccount)
    expect(stored()).toHaveLength(hearts.length)
    await tab.click('.person button')
    await tab.waitFor(`!document.querySelector('.person')`)
    const signOut = { method: 'DELETE', path: '/v1/client/sessions' }
    expect(system.frontend.requests).toContainEqual(expect.objectContaining(signOut))
    await tab.close()
  })

  it('asks for a code after a password on a device that Clerk does not know', async () => {
    system.frontend.askUnknownDevices()
    const tab = await one.openOptions()
    await fill(tab, 'username', ada.username)
    await fill(tab, 'password', ada.password)
    await tab.click('.account-form .primary')
    await waitForText(tab, '.account-form', /sent a code to a\*+@example\.com/)
    await enterCode(tab)
    await waitForText(tab, '.person', /@ada_l/)
    await tab.close()
  })

  it('loads code neither of Clerk in its pages nor from elsewhere', () => {
    const read = (file: string) => readFileSync(join(system.extensionDir, file), 'utf8')
    const { permissions } = JSON.parse(read('manifest.json'))
    expect(permissions).toContain('declarativeNetRequestWithHostAccess')
    expect(read('newtab.html')).not.toContain('clerk')
    expect(read('background.js')).toContain('_clerk_js_version')
    expect(loader.exec(read('background.js'))).toBeNull()
  })
})

/** Makes Firefox trust the emulator's certificate by an exception in the profile. */
const trust = async (profileDir: string, { url, tls }: ClerkFrontend): Promise<void> => {
  const sha256 = 'OID.2.16.840.1.101.3.4.2.1'
  const line = [`${new URL(url).host}:`, sha256, tls.fingerprint, ''].join('\t')
  await writeFile(join(profileDir, 'cert_override.txt'), `${line}\n`)
}
