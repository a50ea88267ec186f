import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyToken } from '@clerk/backend'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClerkFrontend, startClerkFrontend } from '../emulators/clerk-frontend.ts'
import { type FirefoxWithExtension, launchFirefox } from '../tools/browsers/firefox.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type AccountPage, createAccountPage } from './clerk-extension/account-page.ts'
import { buildClerkExtension } from './clerk-extension/build.ts'
import { clerkModes } from './support/test-browser.ts'

const ada = { username: 'ada_l', email: 'ada@example.com', password: 'correct horse' }

// Firefox gives each installation of the extension a different origin. Therefore Clerk cannot
// restrict sign-ins to a list of allowed origins.
describe.each(clerkModes)('an account at a %s Clerk, in Firefox', (mode) => {
  let clerk: ClerkFrontend
  let extensionDir: string
  let profileDir: string
  let browser: FirefoxWithExtension
  let page: AccountPage

  beforeAll(async () => {
    clerk = await startClerkFrontend({ mode })
    const { publishableKey } = clerk
    extensionDir = await buildClerkExtension({ publishableKey, target: 'firefox' })
    profileDir = await makeTempDir('clerk-profile')
    await trust(profileDir, clerk)
    browser = await launchFirefox({ extensionDir, profileDir })
    page = createAccountPage((await browser.openExtensionPage('page.html')).evaluate)
  })
  afterAll(async () => {
    await browser.close()
    await clerk.stop()
    await removeDir(profileDir)
    await removeDir(extensionDir)
  })

  it('signs up with a code, gets a token after the background has ended, and signs out and in', async () => {
    const sent = await page.ask({ call: 'signUp', wish: ada })
    expect(sent.state).toMatchObject({ kind: 'code-sent', email: 'ada@example.com' })
    await browser.stopBackground()
    const code = clerk.mails.at(-1)?.code ?? ''
    expect((await page.ask({ call: 'verify', code })).state?.kind).toBe('signed-in')

    await browser.stopBackground()
    const { token = '' } = await page.token({ fresh: true })
    const claims = await verifyToken(token, { jwtKey: clerk.keys.jwtKey })
    expect(claims.sub).toBe(clerk.users.find('ada_l')?.id)

    expect((await page.ask({ call: 'signOut' })).state?.kind).toBe('signed-out')
    const wish = { identifier: 'ada_l', password: ada.password }
    expect((await page.ask({ call: 'signIn', wish })).state?.kind).toBe('signed-in')
    expect(clerk.requests.filter(({ origin }) => origin !== undefined)).toEqual([])
  })
})

/**
 * Makes Firefox trust the emulator's self-signed certificate. Firefox stores certificate exceptions
 * in the profile, so the exception is written there.
 */
const trust = async (profileDir: string, { url, tls }: ClerkFrontend): Promise<void> => {
  const sha256 = 'OID.2.16.840.1.101.3.4.2.1'
  const line = [`${new URL(url).host}:`, sha256, tls.fingerprint, ''].join('\t')
  await writeFile(join(profileDir, 'cert_override.txt'), `${line}\n`)
}
