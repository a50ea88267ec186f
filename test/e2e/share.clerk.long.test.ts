import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signClerkToken, toClerkCookie } from '../emulators/clerk-tokens.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { type ClerkSystem, startClerkSystem } from '../tools/emulated/start-clerk-system.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { allOnAccount, fill, makePictures, signUp, waitForText } from './support/account-page.ts'
import { fromPlaywright } from './support/test-browser.ts'

const elsewhere =
  'Kept in this browser. To have it on all your devices, hand it to the Fresco extension and sign in there.'

describe('the hearts of the pages of a server with Clerk', () => {
  let system: ClerkSystem
  let dir: string
  let browser: ChromiumWithExtension
  beforeAll(async () => {
    dir = await makeTempDir('clerk-pages')
    await makePictures(join(dir, 'pictures'), ['fern'])
    const env = { WALLPAPERS_DIR: join(dir, 'pictures') }
    system = await startClerkSystem({ outDir: join(dir, 'dist'), env })
    const { extensionDir } = system
    browser = await launchChromium({ extensionDir, args: ['--ignore-certificate-errors'] })
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
    await removeDir(dir)
  })

  const open = async (number: number) => {
    const page = await browser.context.newPage()
    await page.goto(`${system.server.url}/wallpaper/fern-${number}`)
    await page.locator('[data-heart]').first().waitFor()
    return page
  }
  const listOf = (name: string) =>
    [...system.backend.users.values()].find(({ username }) => username === name)?.public_metadata
      .favorites

  it('are stored at Clerk while the browser has a session, and stay in the browser after it', async () => {
    const { id: userId } = system.backend.addUser({ username: 'eve' })
    const claims = { iss: system.frontend.url }
    const token = signClerkToken(system.backend.keys, { userId, claims })
    const cookies = toClerkCookie(token).split('; ')
    await browser.context.addCookies(
      cookies.map((cookie) => {
        const [name = '', value = ''] = cookie.split('=')
        return { name, value, url: system.server.url }
      }),
    )
    const page = await open(1)
    await page.click('[data-heart]')
    await page.waitForSelector('[data-heart][aria-pressed=true]')
    expect(listOf('eve')).toEqual(['fern-1'])
    const later = await open(2)
    await browser.context.clearCookies()
    await later.click('[data-heart]')
    await later.getByText(elsewhere).waitFor()
    expect(listOf('eve')).toEqual(['fern-1'])
    await later.click('[data-heart]')
    await later.getByText('Removed from this browser.').waitFor()
    for (const one of [page, later]) await one.close()
  })

  it('come to the account through the extension, as the page says', async () => {
    const page = await open(3)
    await page.click('[data-heart]')
    await page.getByText(elsewhere).waitFor()
    await page.reload()
    await page.waitForSelector('[data-heart][aria-pressed=true]')
    await page.click('[data-heart]')
    await page.click('[data-heart]')
    await page.getByRole('button', { name: 'Hand it to the extension' }).click()
    await page.waitForURL(/^chrome-extension:/)
    await page.getByRole('button', { name: 'Add to my favorites' }).click()
    await page.waitForSelector('.report[data-tone=good]')
    const options = fromPlaywright(await browser.openExtensionPage('options.html'))
    const password = 'correct horse'
    await signUp(options, { username: 'ada_l', email: 'ada@example.com', password })
    await waitForText(options, '.account-form', /sent a code/)
    await fill(options, 'code', system.frontend.mails.at(-1)?.code ?? '')
    await options.click('.account-form .primary')
    await waitForText(options, '.sync-line', allOnAccount)
    expect(listOf('ada_l')).toEqual(['fern-3'])
    await Promise.all([page.close(), options.close()])
  })
})
