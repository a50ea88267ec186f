import { afterEach, describe, expect, it } from 'vitest'
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
  return { cookie, html: (await web.open('/account', { Cookie: cookie })).html }
}

describe('the account page about the server', () => {
  it('shows its version to administrators only', async () => {
    expect((await openAccount(true)).html).toContain('It runs Fresco 1.2.3.')
    await web.close()
    expect((await openAccount(false)).html).not.toContain('It runs Fresco')
  })

  it.each([true, false])('lets only administrators read the wallpapers again: %s', async (may) => {
    let asked = 0
    const reread = async () => {
      asked += 1
      return { before: 1, wallpapers: 1, isPartial: false }
    }
    const { cookie, html } = await openAccount(may, { reread })
    expect(html.includes('action="/account/reread"')).toBe(may)
    const { status } = await web.send('/account/reread', {}, { Cookie: cookie })
    expect([status, asked]).toEqual([303, may ? 1 : 0])
    if (may)
      expect((await web.open('/account?done=reread', { Cookie: cookie })).html).toContain(
        'The server is reading its wallpapers again.',
      )
  })
})
