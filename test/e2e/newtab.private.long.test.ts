import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openService, password, type Service, signUp } from '../server/cli/admin-harness.ts'
import type { RunningServer } from '../tools/servers/start-server.ts'
import { signIn, waitForText } from './support/account-page.ts'
import { enter, keepSettings, look } from './support/new-tab.ts'
import { everyBrowser, launchBrowser, type TestBrowser } from './support/test-browser.ts'

describe.each(everyBrowser)('the pictures of a private server in %s', (name) => {
  let service: Service
  let server: RunningServer
  let browser: TestBrowser
  beforeAll(async () => {
    service = await openService('SQLite')
    server = await service.start({ ACCESS: 'private' })
    const { stdout } = await service.admin(['invite', '--json'])
    const invite = new URL(JSON.parse(stdout).link).searchParams.get('invite')
    await signUp(server, 'ada', { invite })
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await service.close()
  })

  it('are on new tabs after the sign-in, for which the notice asks', async () => {
    const options = await browser.openOptions()
    await keepSettings(options, { sources: [server.url] })
    const tab = await browser.openNewTab()
    await waitForText(tab, '.notice', /is private\. Sign in to see its pictures/)
    expect((await look(tab)).isBuiltIn).toBe(true)
    await signIn(options, { username: 'ada', password })
    await waitForText(options, '.person', /@ada/)
    await waitForText(tab, '.notice', /have arrived/)
    expect((await look(await browser.openNewTab())).isBuiltIn).toBe(false)
    await enter(options, 'search input', 'paper')
    await options.click('search button')
    await options.waitFor(`document.querySelector('.view img[src^=blob]')?.naturalWidth > 0`)
  })

  it('are on the page at /tab/ with the key in its address', async () => {
    const key = (await service.admin(['key', 'ada'])).output.trim()
    const tab = await browser.open(`${server.url}/tab/?key=${key}`)
    await tab.waitFor(`document.querySelector('#wallpaper')?.src.startsWith('blob:')`)
    expect((await look(tab)).notice).not.toContain('private')
  })
})
