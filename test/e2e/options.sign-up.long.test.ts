import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openService,
  type Service,
  signIn as signInElsewhere,
} from '../server/cli/admin-harness.ts'
import type { RunningServer } from '../tools/servers/start-server.ts'
import { fill, makePictures, useCategory, waitForText } from './support/account-page.ts'
import { keepSettings } from './support/new-tab.ts'
import { launchBrowser, type TestBrowser, type TestTab } from './support/test-browser.ts'

const ada = { username: 'ada_l', password: 'correct horse' }
const isSignedOut = `document.querySelector('.account-form input[name=password]')`

describe('signing up at a server that not everybody can join', () => {
  let service: Service
  let server: RunningServer
  let browser: TestBrowser
  let options: TestTab

  const openOptions = async () => {
    options = await browser.openOptions()
    await options.waitFor(isSignedOut)
  }
  const send = () => options.click('.account-form .primary')
  const makeInvite = async () => {
    const { stdout } = await service.admin(['invite', '--json'], {
      env: { PUBLIC_URL: server.url },
    })
    return (JSON.parse(stdout) as { link: string }).link
  }
  const start = async (mode: string) => {
    const folder = join(service.env.DATA_DIR ?? '', '../pictures')
    await makePictures(folder, ['fern'])
    return service.start({ WALLPAPERS_DIR: folder, SIGN_UP: mode })
  }

  beforeAll(async () => {
    service = await openService('SQLite')
    server = await start('invite')
    browser = await launchBrowser('chromium')
    await useCategory(browser, server.url, 'fern')
    await openOptions()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  it('asks for an invite and says when it does not work', async () => {
    await options.click('.account-form .quiet')
    await options.waitFor(`document.querySelector('input[name=invite]')`)
    for (const [field, text] of Object.entries(ada)) await fill(options, field, text)
    await send()
    await waitForText(options, '.account-form .note[role=alert]', /You need an invite/)
    await fill(options, 'invite', 'made-up')
    await send()
    await waitForText(options, '.account-form .note[role=alert]', /This invite doesn’t work/)
  })

  it('accepts the whole link', async () => {
    await fill(options, 'invite', await makeInvite())
    await send()
    await waitForText(options, '.person', /ada_l/)
  })

  it('tells a blocked person so', async () => {
    await service.admin(['block', ada.username])
    expect((await signInElsewhere(server, ada.username)).status).toBe(403)
    await options.click('.person button')
    await options.waitFor(isSignedOut)
    for (const [field, text] of Object.entries(ada)) await fill(options, field, text)
    await send()
    await waitForText(options, '.account-form .report', /This account is blocked/)
    await options.close()
  })

  it('offers no new account at a closed server', async () => {
    await service.stopServers()
    server = await start('closed')
    await openOptions()
    await keepSettings(options, { catalogues: [server.url] })
    await waitForText(options, '.account-form .hint', /Nobody can create an account/)
    expect(await options.evaluate(`document.querySelector('.account-form .quiet')`)).toBe(null)
    await options.close()
  })
})
