import { afterEach, describe, expect, it } from 'vitest'
import type { UpdateNews } from '../../../../server/ports.ts'
import type { TestApp } from '../../../test-app.ts'
import { createWebApp, password, type WebApp } from '../../web/web-app.ts'

let web: WebApp
afterEach(() => web.close())

const instance: TestApp['instance'] = { name: 'Fresco', version: '1.2.3', identity: 'local' }

const openAccount = async (isAdministrator: boolean, deps: TestApp = {}) => {
  web = await createWebApp({ deps: { instance, ...deps } })
  const { cookie } = await web.send('/account/sign-up', { username: 'ada', password })
  const id = (await web.administration.find('ada'))?.id ?? ''
  if (isAdministrator) await web.administration.promote(id)
  return (await web.open('/account', { Cookie: cookie })).html
}

const news: UpdateNews = {
  newest: { version: '1.3.0', url: 'https://home.example/v1.3.0' },
  isNewer: true,
  askedAt: Date.parse('2026-11-23'),
  failed: false,
}

describe('the account page about the server', () => {
  it('shows its version to administrators only, and asks nobody', async () => {
    const html = await openAccount(true)
    expect(html).toContain('It runs Fresco 1.2.3.')
    expect(html).toContain('It does not look for new versions.')
    await web.close()
    let asked = 0
    const findUpdateNews = async () => {
      asked += 1
      return news
    }
    expect(await openAccount(false, { findUpdateNews })).not.toContain('It runs Fresco')
    expect(asked).toBe(0)
  })

  it.each([
    [
      news,
      /<strong>Version 1\.3\.0 is out\.<\/strong> <a href="https:\/\/home\.example\/v1\.3\.0"/,
    ],
    [{ ...news, isNewer: false }, /This is the newest version, as of 2026-11-23\./],
    [{ ...news, newest: undefined, isNewer: false, failed: true }, /could not ask GitHub/],
    [undefined, /still asking GitHub/],
  ])('says what is known about new versions: %j', async (known, text) => {
    expect(await openAccount(true, { findUpdateNews: async () => known })).toMatch(text)
  })
})
