import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyToken } from '@clerk/backend'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ClerkFrontend, startClerkFrontend } from '../emulators/clerk-frontend.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type AccountPage, createAccountPage } from './clerk-extension/account-page.ts'
import { buildClerkExtension } from './clerk-extension/build.ts'
import { clerkModes } from './support/test-browser.ts'

const ada = { username: 'ada_l', email: 'ada@example.com', password: 'correct horse' }

describe.each(clerkModes)('an account at a %s Clerk, in Chromium', (mode) => {
  let clerk: ClerkFrontend
  let extensionDir: string
  let userDataDir: string
  let browser: ChromiumWithExtension
  let page: AccountPage

  const launch = async () => {
    const args = ['--ignore-certificate-errors']
    browser = await launchChromium({ extensionDir, userDataDir, args })
    const tab = await browser.openExtensionPage('page.html')
    page = createAccountPage((code, ...args) =>
      tab.evaluate(`(${code})(...${JSON.stringify(args)})`),
    )
  }

  beforeAll(async () => {
    clerk = await startClerkFrontend({ mode })
    extensionDir = await buildClerkExtension({ publishableKey: clerk.publishableKey })
    userDataDir = await makeTempDir('clerk-profile')
    await launch()
  })
  afterEach(async () => {
    clerk.fail(undefined)
    clerk.setClientTrust(false)
    clerk.users.clear()
    clerk.requests.length = 0
    await browser.stopBackground()
    await page.forget()
  })
  afterAll(async () => {
    await browser?.close()
    await removeDir(userDataDir)
    await clerk.stop()
    await removeDir(extensionDir)
  })

  const lastCode = () => clerk.mails.at(-1)?.code ?? ''
  const signIn = async () => {
    clerk.users.signUp(ada)
    const { username: identifier, password } = ada
    const { state } = await page.ask({ call: 'signIn', wish: { identifier, password } })
    expect(state).toMatchObject({ kind: 'signed-in', person: { username: 'ada_l' } })
  }

  it('signs up with a code from an e-mail, even if the worker stops in between', async () => {
    const sent = await page.ask({ call: 'signUp', wish: ada })
    expect(sent.state).toMatchObject({ kind: 'code-sent', email: 'ada@example.com' })
    const wrong = await page.ask({ call: 'verify', code: 'no' })
    expect(wrong.problem).toMatchObject({ code: 'wrong-code', field: 'code' })

    await browser.stopBackground()
    const { state } = await page.ask({ call: 'verify', code: lastCode() })
    expect(state).toMatchObject({ kind: 'signed-in', person: { username: 'ada_l' } })
    expect(clerk.users.find('ada_l')).toBeDefined()
    await expect.poll(() => page.shown()).toEqual(state)
  })

  it('signs in with a password and gets a token without an origin that the server accepts', async () => {
    await signIn()
    const { token = '' } = await page.token()
    const claims = await verifyToken(token, { jwtKey: clerk.keys.jwtKey })
    expect(claims.sub).toBe(clerk.users.find('ada_l')?.id)
    expect(claims.azp).toBeUndefined()
    expect(clerk.requests.filter(({ origin }) => origin !== undefined)).toEqual([])
  })

  it('stays signed in when the worker stops and when the browser restarts', async () => {
    await signIn()
    await browser.stopBackground()
    expect((await page.token({ fresh: true })).token).toBeTruthy()
    await browser.close()
    await launch()
    expect(await page.shown()).toMatchObject({ kind: 'signed-in' })
    expect((await page.token()).token).toBeTruthy()
  })

  it('signs out in the extension and at Clerk', async () => {
    await signIn()
    expect((await page.ask({ call: 'signOut' })).state).toEqual({
      provider: 'clerk',
      kind: 'signed-out',
    })
    expect(await page.token({ fresh: true })).toEqual({})
    expect(clerk.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1/client/sessions' })
  })

  // Clerk's strict and lenient modes differ only in their checks of request headers. Tests that do
  // not depend on these checks run in one mode.
  if (mode === 'lenient') return

  it('reports a wrong password', async () => {
    clerk.users.signUp(ada)
    const wish = { identifier: 'ada_l', password: 'wrong' }
    const { problem } = await page.ask({ call: 'signIn', wish })
    expect(problem).toEqual({
      code: 'wrong-credentials',
      field: 'password',
      text: 'Wrong password.',
    })
  })

  it('asks for a code on a device that Clerk does not know', async () => {
    clerk.setClientTrust(true)
    clerk.users.signUp(ada)
    const wish = { identifier: 'ada_l', password: ada.password }
    const sent = await page.ask({ call: 'signIn', wish })
    expect(sent.state).toMatchObject({ kind: 'code-sent', email: 'a****@example.com' })
    const { state } = await page.ask({ call: 'verify', code: lastCode() })
    expect(state?.kind).toBe('signed-in')
  })

  it('reports a session that was ended on another device', async () => {
    await signIn()
    clerk.revokeSessions()
    expect(await page.token({ fresh: true })).toEqual({})
    await expect.poll(() => page.shown()).toMatchObject({ kind: 'session-ended' })
  })

  it('uses its token while Clerk hangs, and recovers as soon as Clerk does', async () => {
    await signIn()
    const { token } = await page.token()
    clerk.fail('hang')
    await browser.stopBackground()

    const { problem } = await page.token({ fresh: true })
    expect(problem?.code).toBe('unreachable')
    expect(await page.token()).toEqual({ token })
    expect(await page.shown()).toMatchObject({ kind: 'signed-in' })

    clerk.fail(undefined)
    const fresh = await page.token({ fresh: true })
    expect(fresh.token).toBeTruthy()
    expect(fresh.token).not.toBe(token)
  })

  it('signs out while Clerk is down, and stays signed out when Clerk is back', async () => {
    await signIn()
    clerk.fail('drop')
    expect((await page.ask({ call: 'signOut' })).state?.kind).toBe('signed-out')
    clerk.fail(undefined)
    await browser.stopBackground()
    expect(await page.token({ fresh: true })).toEqual({})
  })

  it('reports how long to wait when Clerk limits requests, and works again after that', async () => {
    clerk.fail({ status: 429, retryAfter: 7 })
    const wish = { identifier: 'ada_l', password: ada.password }
    const { problem } = await page.ask({ call: 'signIn', wish })
    expect(problem).toEqual({
      code: 'too-many',
      text: 'Too many attempts. Try again in 7 seconds.',
      retryAfterMs: 7_000,
    })
    clerk.fail(undefined)
    await signIn()
  })

  it('does not change the requests of web pages', async () => {
    const site = createServer((_, response) => void response.end('<h1>A site</h1>'))
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    await signIn()
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const tab = await browser.context.newPage()
    await tab.goto(origin)
    const url = `${clerk.url}/v1/client/sign_ins?_is_native=1`
    await tab.evaluate((url) => fetch(url, { method: 'POST', mode: 'no-cors' }), url)
    expect(clerk.requests.at(-1)?.origin).toBe(origin)
    await new Promise((closed) => site.close(closed).closeAllConnections())
  })
})
