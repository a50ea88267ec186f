import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccountsApp,
  bearer,
  createAccountsApp,
  publicUrl,
  signUp,
} from '../../../accounts-app.ts'
import { type Served, serveLocally } from '../../../tools/servers/serve-locally.ts'

describe('a session over HTTP', () => {
  let accounts: AccountsApp
  let subject: Awaited<ReturnType<typeof signUp>>
  let served: Served
  beforeAll(async () => {
    accounts = await createAccountsApp()
    subject = await signUp(accounts)
    served = await serveLocally(accounts.app.fetch)
  })
  afterAll(async () => {
    await served.close()
    await accounts.close()
  })

  const ask = async (method: string, headers: Record<string, string>) => {
    const body = JSON.stringify({ wallpaperId: 'sea', action: 'add', favorites: ['sea'] })
    const response = await fetch(`${served.url}/api/favorites`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(method !== 'GET' && { body }),
    })
    const { status, headers: answered } = response
    return { status, body: await response.json(), scheme: answered.get('WWW-Authenticate') }
  }
  const favorites = async () => (await ask('GET', bearer(subject.token))).body

  it.each(['GET', 'POST', 'PATCH'])('is refused by %s when it is not valid', async (method) => {
    expect(await ask(method, bearer(subject.token.slice(0, -10)))).toEqual({
      status: 401,
      body: { error: 'Unauthorized' },
      scheme: 'Bearer',
    })
    expect(await favorites()).toEqual({ favorites: [] })
  })

  it.each(['POST', 'PATCH'])(
    'as a cookie changes nothing by %s from another site',
    async (method) => {
      const { cookie } = subject
      const { status, body } = await ask(method, { Cookie: cookie, Origin: 'https://evil.example' })
      expect({ status, body }).toEqual({
        status: 403,
        body: { error: expect.stringContaining('session cookie') },
      })
      expect(await favorites()).toEqual({ favorites: [] })
      // The cookie is valid for reading, so the 403 above was caused by the foreign origin.
      expect(await ask('GET', { Cookie: cookie })).toMatchObject({ status: 200 })
    },
  )

  it('as a cookie changes something from our own pages', async () => {
    const { status } = await ask('PATCH', { Cookie: subject.cookie, Origin: publicUrl })
    expect(status).toBe(200)
    expect(await favorites()).toEqual({ favorites: ['sea'] })
  })
})
