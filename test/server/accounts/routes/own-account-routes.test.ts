import { afterAll, describe, expect, it } from 'vitest'
import { ownDataSchema } from '../../../../shared/account-api.ts'
import {
  answer,
  bearer,
  createAccountsApp,
  publicUrl,
  send,
  signUp,
  whoIs,
} from '../../../accounts-app.ts'

const password = 'correct horse'

const accounts = await createAccountsApp()
afterAll(() => accounts.close())

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  answer(send(accounts, 'POST', `/api/auth/${path}`, body, headers))
const get = (path: string, headers: Record<string, string> = {}) =>
  answer(send(accounts, 'GET', path, undefined, headers))
const signIn = async (username: string, headers: Record<string, string> = {}) =>
  (await post('sign-in/username', { username, password }, headers)).body.token as string

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

interface Session {
  id: string
  device: string
  current: boolean
}
const listSessions = async (token: string): Promise<Session[]> =>
  (await get('/api/auth/sessions', bearer(token))).body.sessions

describe('the list of sessions', () => {
  it('names the device of each session, and holds no token', async () => {
    const { username, token } = await signUp(accounts)
    const tokens = [token]
    const origin = 'moz-extension://0f3a'
    tokens.push(await signIn(username, { 'User-Agent': firefox }))
    tokens.push(await signIn(username, { 'User-Agent': firefox, Origin: origin }))
    const { status, headers, body } = await get('/api/auth/sessions', bearer(token))
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    const found = (body.sessions as Session[]).map(({ device, current }) => [device, current])
    expect(found.toSorted()).toEqual([
      ['Firefox on Windows', false],
      ['Fresco extension, Firefox on Windows', false],
      ['Unknown device', true],
    ])
    for (const secret of tokens)
      expect(JSON.stringify(body)).not.toContain(secret.split('.')[0] ?? '?')
  })
})

describe('ending sessions', () => {
  it.each(['end-session', 'delete-account'])('%s deletes the cookie too', async (path) => {
    const { token, cookie } = await signUp(accounts)
    const [own] = await listSessions(token)
    const page = { cookie, Origin: publicUrl }
    const { headers } = await post(path, { id: own?.id, password }, page)
    expect(headers.get('Set-Cookie')).toContain('Max-Age=0')
    expect((await whoIs(accounts, { cookie })).status).toBe(401)
  })
})

describe('changing the name', () => {
  it('answers with the new names, and the session stays', async () => {
    const { username, token, userId } = await signUp(accounts, { name: 'Ada' })
    const change = { password, username: ` ${username.toUpperCase()}.2 `, name: 'Ada L.' }
    const { status, body } = await post('change-name', change, bearer(token))
    expect(status).toBe(200)
    const image = `${publicUrl}/api/users/${username}.2/image`
    expect(body).toEqual({ user: { id: userId, username: `${username}.2`, name: 'Ada L.', image } })
    expect((await whoIs(accounts, bearer(token))).body).toEqual(body)
  })
})

describe('changing the password', () => {
  it('ends every other session, and the old password', async () => {
    const { username, token } = await signUp(accounts)
    const other = await signIn(username)
    const stranger = await signUp(accounts)
    const { status, body } = await post(
      'change-password',
      { password, newPassword: 'battery staple' },
      bearer(token),
    )
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    expect((await whoIs(accounts, bearer(token))).status).toBe(200)
    expect((await whoIs(accounts, bearer(other))).status).toBe(401)
    expect((await whoIs(accounts, bearer(stranger.token))).status).toBe(200)
    expect((await post('sign-in/username', { username, password })).status).toBe(401)
    expect((await post('sign-in/username', { username, password: 'battery staple' })).status).toBe(
      200,
    )
  })
})

describe('deleting the account', () => {
  it('takes everything with it, and reserves the name for 30 days', async () => {
    const count = (table: string) =>
      accounts.handle.prepare(`SELECT count(*) AS n FROM "${table}"`).get()
    const tables = ['user', 'account', 'session', 'favorite', 'pairing', 'administrator', 'invite']
    const others = tables.map(count)
    const { username, token, userId } = await signUp(accounts)
    const other = await signIn(username)
    await send(accounts, 'POST', '/api/favorites', { favorites: ['a'] }, bearer(token))
    await accounts.administration.promote(userId)
    await accounts.invites.create({ days: 1, uses: 1, createdBy: userId })
    const { userCode } = await accounts.pairings.begin('Firefox')
    await accounts.pairings.confirm(userCode, { bearer: token, cookie: undefined })
    const { status, body } = await post('delete-account', { password }, bearer(token))
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    for (const gone of [token, other])
      expect((await whoIs(accounts, bearer(gone))).status).toBe(401)
    expect((await post('sign-in/username', { username, password })).status).toBe(401)
    expect((await send(accounts, 'GET', `/api/favorites/${username}`)).status).toBe(404)
    expect(tables.map(count)).toEqual(others)
    expect((await post('sign-up/username', { username, password })).status).toBe(409)
  })
})

describe('requests that change an account', () => {
  const newPassword = 'battery staple'

  it.each([
    ['end-session', { id: 'x' }, 404],
    ['end-other-sessions', {}, 200],
    ['change-name', { password, name: 'Ada' }, 200],
    ['change-password', { password, newPassword }, 200],
    ['delete-account', { password }, 200],
  ])('%s needs a session, and with a cookie a page of our own', async (path, body, status) => {
    const { cookie } = await signUp(accounts)
    expect((await post(path, body)).status).toBe(401)
    expect((await post(path, body, { cookie })).status).toBe(403)
    expect((await post(path, body, { cookie, Origin: 'https://evil.test' })).status).toBe(403)
    const page = { cookie, Origin: publicUrl }
    expect((await post(path, body, { ...page, 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await post(path, body, page)).status).toBe(status)
  })

  it.each(['change-name', 'change-password', 'delete-account'])(
    '%s needs the password',
    async (path) => {
      const { token } = await signUp(accounts)
      const body = { name: 'Eve', newPassword, password: 'wrong horse' }
      expect(await post(path, body, bearer(token))).toMatchObject({
        status: 403,
        body: { error: 'Wrong password' },
      })
      expect((await whoIs(accounts, bearer(token))).status).toBe(200)
    },
  )
})

describe('the export of own data', () => {
  it('is a dated file with everything about the user and no secret', async () => {
    const { username, token, userId } = await signUp(accounts, { name: 'Ada' })
    await send(accounts, 'POST', '/api/favorites', { favorites: ['a', 'b'] }, bearer(token))
    await post('change-name', { password, username: `${username}_b` }, bearer(token))
    const stranger = await signUp(accounts)
    const invite = accounts.handle.prepare('INSERT INTO "invite" VALUES (?, ?, 0, 1000, 5, 3, ?)')
    invite.run('i1', 'secret-code-hash', userId)
    invite.run('i2', 'other-code-hash', stranger.userId)
    const { status, headers, body } = await get('/api/auth/export', bearer(token))
    expect(status).toBe(200)
    const today = new Date().toISOString().slice(0, 10)
    expect(headers.get('Content-Disposition')).toBe(
      `attachment; filename="fresco-${username}_b-${today}.json"`,
    )
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('Content-Type')).toBe('application/json')
    expect(ownDataSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      profile: { id: userId, username: `${username}_b`, formerUsernames: [{ username }] },
      favorites: ['a', 'b'],
      sessions: [{ current: true }],
      invites: [
        {
          createdAt: '1970-01-01T00:00:00.000Z',
          expiresAt: '1970-01-01T00:00:01.000Z',
          uses: 5,
          usesLeft: 3,
        },
      ],
    })
    const text = JSON.stringify(body)
    for (const secret of [
      token.split('.')[0] ?? '?',
      password,
      'fast:',
      'code-hash',
      stranger.username,
    ])
      expect(text).not.toContain(secret)
  })

  it('is for nobody without a session, and no other site can read it with a cookie', async () => {
    expect((await get('/api/auth/export')).status).toBe(401)
    const { cookie } = await signUp(accounts)
    const { headers } = await get('/api/auth/export', { cookie, Origin: 'https://evil.test' })
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  })
})
