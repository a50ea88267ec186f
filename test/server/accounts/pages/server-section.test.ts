import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test-app.ts'
import { createWebApp, password, type WebApp } from '../../web/web-app.ts'

let web: WebApp
afterEach(() => web.close())

const instance: TestApp['instance'] = { name: 'Fresco', version: '1.2.3', identity: 'local' }

const openAccount = async (isAdministrator: boolean) => {
  web = await createWebApp({ deps: { instance } })
  const { cookie } = await web.send('/account/sign-up', { username: 'ada', password })
  const id = (await web.administration.find('ada'))?.id ?? ''
  if (isAdministrator) await web.administration.promote(id)
  return (await web.open('/account', { Cookie: cookie })).html
}

describe('the account page about the server', () => {
  it('shows its version to administrators only', async () => {
    expect(await openAccount(true)).toContain('It runs Fresco 1.2.3.')
    await web.close()
    expect(await openAccount(false)).not.toContain('It runs Fresco')
  })
})
