import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OidcSite, startOidcSite } from '../server/accounts/pages/oidc-site.ts'
import { fill, waitForText } from './support/account-page.ts'
import { supply } from './support/new-tab.ts'
import {
  everyBrowser,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

describe.each(everyBrowser)('signing in at a provider in %s', (name) => {
  let site: OidcSite
  let browser: TestBrowser
  let tab: TestTab
  beforeAll(async () => {
    site = await startOidcSite({ env: { LOG_LEVEL: 'debug' } })
    browser = await launchBrowser(name)
    tab = await browser.open(`${site.url}/account`)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  // A page that is being left cannot be asked.
  const settle = async (code: string, of = tab): Promise<void> => {
    for (let round = 0; round < 600; round++) {
      if (await of.evaluate<unknown, []>(code).catch(() => false)) return
      await sleep(100)
    }
    throw new Error(`It never became true: ${code}. ${await textOf('body', of)}`)
  }
  const textOf = (selector: string, of = tab) =>
    of.evaluate<string, []>(`document.querySelector('${selector}')?.textContent ?? ''`)
  const shows = (selector: string) => `document.querySelector('${selector}')`
  const go = async (selector: string, then: string, of = tab) => {
    await settle(shows(selector), of)
    await of.click(selector)
    await settle(shows(then), of)
  }
  const provider = '.provider .button'
  const signInThere = async (login: string, then: string, of = tab) => {
    await fill(of, 'login', login)
    await fill(of, 'password', 'any')
    await go('.login-submit', '[name=prompt][value=consent]', of)
    await go('[type=submit]', then, of)
  }

  it('signs in the extension by way of a page', async () => {
    await supply(browser, site.url)
    const options = await browser.openOptions()
    await go('.provider .primary', '.user-code', options)
    const code = await textOf('.user-code', options)
    const page = await browser.open(`${site.url}/account/connect`)
    await go(provider, '[name=login]', page)
    // The person still ends on the page for the code after they have canceled.
    await go('a[href$=abort]', '[role=alert]', page)
    expect(await textOf('[role=alert]', page)).toContain('You did not sign in')
    await go(provider, '[name=login]', page)
    await signInThere('ext', '.user-code', page)
    await page.evaluate(`document.querySelector('.user-code').value = '${code.toLowerCase()}'`)
    await go('.connect-code .button', '.message', page)
    await waitForText(options, '.person', /@ext/)
    expect(await page.evaluate<string, []>(`document.title`)).toContain('connected')
    // Signing out of the extension leaves the session of the page.
    await options.click('.person button')
    await settle(shows('.provider .primary'), options)
    expect(await textOf('.provider', options)).toContain('you may still be signed in at Example ID')
    await tab.evaluate(`location.href = '/account'`)
    await settle(shows('.person'))
    expect(await textOf('.person')).toContain('@ext')
    await options.close()
    await page.close()
  })
})
