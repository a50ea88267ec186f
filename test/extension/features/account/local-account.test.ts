import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalAccount } from '../../../../extension/features/account/local-account.ts'
import type { Fetch } from '../../../../extension/remote/http.ts'
import type { SignUpMode } from '../../../../server/accounts/store/invites.ts'
import {
  type AccountsApp,
  bearer,
  createAccountsApp,
  publicUrl,
  send,
} from '../../../accounts-app.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { createWebApp, type WebApp } from '../../../server/web/web-app.ts'
import { accountContract } from './account-contract.ts'

const server = (url: string) => ({ read: async () => url, onChange: () => () => {} })

const makeSubject = async (app: AccountsApp) => {
  let isAway = false
  const fetch: Fetch = async (input, init) => {
    if (isAway) throw new TypeError('Failed to fetch')
    return app.app.request(input as string, init)
  }
  const account = createLocalAccount({ server: server(publicUrl), fetch })
  const endSession = async () => {
    const token = (await account.getToken()) ?? ''
    await send(app, 'POST', '/api/auth/sign-out', undefined, bearer(token))
  }
  const goAway = () => {
    isAway = true
  }
  return { account, server: publicUrl, endSession, goAway, close: app.close }
}

accountContract('the server', async () => makeSubject(await createAccountsApp()))

it('announces that another server was chosen', () => {
  const onChange = vi.fn(() => () => {})
  const chosen = { ...server(publicUrl), onChange }
  const account = createLocalAccount({ server: chosen, fetch })
  account.onChange(() => {})
  expect(onChange).toHaveBeenCalledOnce()
})

describe('an account at a server that not everybody can join', () => {
  let web: WebApp
  afterEach(() => web.close())
  const join = async (signUpMode: SignUpMode, options: { losesFirst?: boolean } = {}) => {
    const instance = { name: 'Fresco', version: '1', identity: 'local' } as const
    web = await createWebApp({
      signUpMode,
      deps: { instance: { ...instance, signUp: signUpMode } },
    })
    let isLost = options.losesFirst ?? false
    const fetch: Fetch = async (input, init) => {
      const answer = await web.app.request(input as string, init)
      if (!isLost) return answer
      isLost = false
      throw new DOMException('signal timed out', 'TimeoutError')
    }
    return createLocalAccount({ server: server(publicUrl), fetch })
  }
  const ada = { username: 'ada_l', password: 'correct horse' }
  const makeLink = async () => {
    const { code } = await web.invites.create({ days: 1, uses: 1 })
    return { code, link: `${publicUrl}/account?invite=${code}&from=mail` }
  }

  it('signs up with a code or with the whole link', async () => {
    const account = await join('invite')
    const { code, link } = await makeLink()
    expect((await account.signUp({ ...ada, invite: ` ${link}\n` })).kind).toBe('signed-in')
    const again = account.signUp({ ...ada, username: 'other', invite: code })
    await expect(again).rejects.toMatchObject({ problem: { field: 'invite' } })
    const next = { ...ada, username: 'other', invite: (await makeLink()).code }
    expect(await account.signUp(next)).toMatchObject({ person: { username: 'other' } })
  })

  it.each([
    ['no invite', undefined, 'You need an invite to create an account on this server.'],
    ['an empty invite', '  ', 'You need an invite to create an account on this server.'],
    ['a made-up invite', 'made-up', 'This invite doesn’t work.'],
    ['a long text', 'x'.repeat(2000), 'This invite doesn’t work.'],
  ])('refuses %s in the person’s language', async (_name, invite, text) => {
    const account = await join('invite')
    const refused = account.signUp({ ...ada, ...(invite !== undefined && { invite }) })
    await expect(refused).rejects.toMatchObject({
      problem: { field: 'invite', text: expect.stringContaining(text) },
    })
  })

  it('signs in when the answer to a sign-up was lost, although the invite is used up', async () => {
    const account = await join('invite', { losesFirst: true })
    const input = { ...ada, invite: (await makeLink()).code }
    await expect(account.signUp(input)).rejects.toMatchObject({ problem: { code: 'unreachable' } })
    expect(await account.signUp(input)).toMatchObject({ person: { username: 'ada_l' } })
  })

  it('says that nobody can create an account', async () => {
    const account = await join('closed')
    const text = expect.stringContaining('Nobody can create an account on this server right now.')
    const problem = { code: 'sign-up-refused', text }
    await expect(account.signUp(ada)).rejects.toMatchObject({ problem })
  })

  it('says that the account is blocked, after the right password only', async () => {
    const account = await join('open')
    await account.signUp(ada)
    await account.signOut()
    const { userId } = expectDefined(await web.identity.findProfile('ada_l'))
    await web.administration.block(userId)
    const signIn = (password: string) => account.signIn({ identifier: 'ada_l', password })
    await expect(signIn(ada.password)).rejects.toMatchObject({
      problem: { text: 'This account is blocked. Ask the person who runs this server.' },
    })
    await expect(signIn('wrong horse')).rejects.toMatchObject({
      problem: { code: 'wrong-credentials' },
    })
  })
})

describe('createLocalAccount', () => {
  const requests: { url: string; headers: Headers }[] = []
  beforeEach(() => void requests.splice(0))

  const answering =
    (status: number, body: unknown, headers: Record<string, string> = {}): Fetch =>
    async (input, init) => {
      requests.push({ url: String(input), headers: new Headers(init?.headers) })
      return new Response(JSON.stringify(body), { status, headers })
    }
  const at = (url: string, fetch: Fetch) => createLocalAccount({ server: server(url), fetch })
  const input = { identifier: 'ada_l', password: 'correct horse' }
  const user = { id: '1', username: 'ada_l', name: 'Ada', image: 'https://a.test/1.svg' }
  const session = { token: 'secret', expiresAt: '2030-01-01T00:00:00.000Z', user }

  it('never shows the token of one server to another', async () => {
    await at('https://a.test', answering(200, session)).signIn(input)
    const other = at('https://b.test', answering(200, {}))
    expect((await other.current()).kind).toBe('signed-out')
    expect(await other.getToken()).toBeUndefined()
    expect(await other.getToken({ of: { server: 'https://a.test', id: '1' } })).toBeUndefined()
    await other.signOut()
    expect(requests.filter(({ headers }) => headers.has('Authorization'))).toEqual([])
  })

  it('says what is wrong with a name or a password before it asks the server', async () => {
    const account = at('https://a.test', answering(200, {}))
    const names = account.signUp({ username: 'ä', password: 'correct horse' })
    await expect(names).rejects.toMatchObject({ problem: { code: 'invalid', field: 'username' } })
    const passwords = account.signUp({ username: 'ada_l', password: 'short' })
    const text = 'This password is too short. Use at least 8 characters.'
    await expect(passwords).rejects.toMatchObject({ problem: { field: 'password', text } })
    expect(requests).toEqual([])
  })

  it('shows the new name after a change elsewhere, and keeps the session', async () => {
    const app = await createAccountsApp()
    const fetch: Fetch = async (input, init) => app.app.request(input as string, init)
    const account = at(publicUrl, fetch)
    await account.signUp({ username: 'ada_l', password: 'correct horse' })
    const token = (await account.getToken()) ?? ''
    const change = { password: 'correct horse', username: 'ada_2', name: 'Ada' }
    await send(app, 'POST', '/api/auth/change-name', change, bearer(token))
    expect(await account.current()).toMatchObject({ person: { username: 'ada_l' } })
    const person = { username: 'ada_2', name: 'Ada', image: `${publicUrl}/api/users/ada_2/image` }
    expect(await account.refresh()).toMatchObject({ kind: 'signed-in', person })
    expect(await account.current()).toMatchObject({ person })
    expect(await account.getToken()).toBe(token)
    await app.close()
  })

  it.each([
    [401, 'Sign in to the proxy'],
    [200, 'Welcome to the hotel'],
    [200, {}],
  ])('keeps the session when a proxy answers with %i and %j', async (status, body) => {
    await at('https://a.test', answering(200, session)).signIn(input)
    const proxied = at('https://a.test', answering(status, body))
    const unreachable = { problem: { code: 'unreachable' } }
    await expect(proxied.getToken({ fresh: true })).rejects.toMatchObject(unreachable)
    await expect(proxied.refresh()).rejects.toMatchObject(unreachable)
    expect((await proxied.current()).kind).toBe('signed-in')
  })

  it.each([
    [502, '<html>', 'unreachable'],
    [500, { error: 'Internal server error' }, 'unreachable'],
    [200, { hello: 'world' }, 'refused'],
    [404, { error: 'Not found' }, 'refused'],
  ])('takes %i %j for what it is', async (status, body, code) => {
    const refused = at('https://a.test', answering(status, body)).signIn(input)
    await expect(refused).rejects.toMatchObject({ problem: { code } })
  })
})
