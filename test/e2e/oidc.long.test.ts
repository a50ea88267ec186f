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

const textOf = (of: TestTab, selector: string) =>
  of.evaluate<string, []>(`document.querySelector('${selector}')?.textContent ?? ''`)
const shows = async (of: TestTab, selector: string): Promise<void> => {
  for (let round = 0; round < 600; round++) {
    // A page that is being left cannot be asked.
    if (await of.evaluate(`document.querySelector('${selector}')`).catch(() => false)) return
    await sleep(100)
  }
  throw new Error(`${selector} is missing. ${await textOf(of, 'body')}`)
}
const go = async (of: TestTab, selector: string, then: string) => {
  await shows(of, selector)
  await of.click(selector)
  await shows(of, then)
}
const provider = '.provider .button'

describe.each(everyBrowser)('signing in at a provider in %s', (name) => {
  let site: OidcSite
  let browser: TestBrowser
  beforeAll(async () => {
    site = await startOidcSite()
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  it('signs in the extension by way of a page', async () => {
    await supply(browser, site.url)
    const options = await browser.openOptions()
    await go(options, '.provider .primary', '.user-code')
    const code = await textOf(options, '.user-code')
    const page = await browser.open(`${site.url}/account/connect`)
    await go(page, provider, '[name=login]')
    // The person still ends on the page for the code after they have canceled.
    await go(page, 'a[href$=abort]', '[role=alert]')
    expect(await textOf(page, '[role=alert]')).toContain('You did not sign in')
    await go(page, provider, '[name=login]')
    await fill(page, 'login', 'ext')
    await fill(page, 'password', 'any')
    await go(page, '.login-submit', '[name=prompt][value=consent]')
    await go(page, '[type=submit]', '.user-code')
    await page.evaluate(`document.querySelector('.user-code').value = '${code.toLowerCase()}'`)
    await go(page, '.connect-code .button', '.message')
    await waitForText(options, '.person', /@ext/)
    expect(await page.evaluate<string, []>(`document.title`)).toContain('connected')
    // Signing out of the extension leaves the session of the page.
    await go(options, '.person button', '.provider .primary')
    expect(await textOf(options, '.provider')).toContain('may still be signed in at Example ID')
    await page.evaluate(`location.href = '/account'`)
    await shows(page, '.person')
    expect(await textOf(page, '.person')).toContain('@ext')
  })
})
