import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClerkApi } from '../../../../server/adapters/clerk/api.ts'
import { createClerkFavorites } from '../../../../server/adapters/clerk/favorites.ts'
import { createClerkIdentity } from '../../../../server/adapters/clerk/identity.ts'
import { noLock } from '../../../../server/favorites/favorites-store.ts'
import { createHttpServer } from '../../../../server/http/server/http-server.ts'
import { listen } from '../../../../server/serve.ts'
import {
  type AccountsApp,
  bearer,
  createAccountsApp,
  publicUrl,
  signUp,
} from '../../../accounts-app.ts'
import { startClerkBackend } from '../../../emulators/clerk-backend.ts'
import { signClerkToken, toClerkCookie } from '../../../emulators/clerk-tokens.ts'
import { closeServer } from '../../../tools/servers/sockets.ts'

interface Subject {
  app: AccountsApp['app']
  token: string
  cookie: string
  close: () => Promise<void>
}

const startLocal = async (): Promise<Subject> => {
  const accounts = await createAccountsApp()
  const { token, cookie } = await signUp(accounts)
  return { app: accounts.app, token, cookie, close: accounts.close }
}

const startClerk = async (): Promise<Subject> => {
  const clerk = await startClerkBackend()
  const { keys, url: apiUrl, env } = clerk
  const secretKey = 'sk_live_x'
  const publishableKey = env.CLERK_PUBLISHABLE_KEY ?? ''
  const api = createClerkApi({ secretKey, publishableKey, apiUrl })
  const { jwtKey } = keys
  const authorizedParties = [publicUrl]
  const identity = createClerkIdentity({ clerk: api, jwtKey, authorizedParties })
  const favorites = createClerkFavorites({ clerk: api, lock: noLock })
  const accounts = await createAccountsApp({ deps: { identity, favorites, local: undefined } })
  const session = { userId: clerk.addUser().id, azp: publicUrl }
  const token = signClerkToken(keys, session)
  return {
    app: accounts.app,
    token,
    cookie: toClerkCookie(token),
    close: async () => {
      await Promise.all([accounts.close(), clerk.stop()])
    },
  }
}

describe.each([
  ['accounts of this server', startLocal],
  ['accounts at Clerk', startClerk],
] as const)('a session over HTTP, with %s', (_, start) => {
  let subject: Subject
  let url = ''
  let stop: () => Promise<void>
  beforeAll(async () => {
    subject = await start()
    const server = createHttpServer(subject.app.fetch)
    url = `${await listen(server, { host: '127.0.0.1', port: 0 })}/api/favorites`
    stop = async () => {
      await closeServer(server)
      await subject.close()
    }
  })
  afterAll(() => stop())

  const ask = async (method: string, headers: Record<string, string>) => {
    const body = JSON.stringify({ wallpaperId: 'sea', action: 'add', favorites: ['sea'] })
    const response = await fetch(url, {
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
