import { afterAll, describe, expect, it } from 'vitest'
import { signedInSchema } from '../../../../shared/account-api.ts'
import {
  answer,
  bearer,
  createAccountsApp,
  publicUrl,
  send,
  signUp,
  whoIs,
} from '../../../accounts-app.ts'

const up = '/api/auth/sign-up/username'
const into = '/api/auth/sign-in/username'
const password = 'correct horse'

const accounts = await createAccountsApp()
afterAll(() => accounts.close())

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  answer(send(accounts, 'POST', path, body, headers))

describe('signing up', () => {
  it('makes an account and signs it in, by token and by cookie', async () => {
    const { status, headers, body } = await post(up, { username: 'Ada.1', password, name: ' Ada ' })
    expect(status).toBe(200)
    expect(signedInSchema.parse(body).user).toEqual({
      id: body.user.id,
      username: 'ada.1',
      name: 'Ada',
      image: `${publicUrl}/api/users/ada.1/image`,
    })
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89)
    expect(days).toBeLessThanOrEqual(90)
    const cookie = headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/^fresco_session=.+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    for (const shown of [bearer(body.token), { cookie: cookie.split(';')[0] ?? '' }])
      expect(await whoIs(accounts, shown)).toEqual({ status: 200, body: { user: body.user } })
  })

  it('gives a page of another site the token, and no cookie', async () => {
    const foreign = { Origin: 'chrome-extension://abc', 'Sec-Fetch-Site': 'cross-site' }
    const { status, headers, body } = await post(up, { username: 'far_away', password }, foreign)
    expect(status).toBe(200)
    expect(headers.get('Set-Cookie')).toBeNull()
    expect(body.token).not.toBe('')
  })

  it.each([
    [{ username: 'ab', password }, 'Invalid username'],
    [{ username: 'a/../b', password }, 'Invalid username'],
    [{ password }, 'Invalid username'],
    [{ username: 'short', password: '1234567' }, 'Invalid password'],
    [{ username: 'named', password, name: 'a\u202Eb' }, 'Invalid name'],
    [{ username: 'named', password, name: '\u200B\u3164\u{E0041}' }, 'Invalid name'],
    ['not json', 'Invalid request'],
    ['[]', 'Invalid request'],
  ])('refuses %j with 400 and says why', async (sent, error) => {
    const { status, body } = await post(up, sent)
    expect(status).toBe(400)
    expect(body.error).toContain(error)
  })

  it('refuses a name that is taken, in any case', async () => {
    await signUp(accounts, { username: 'taken' })
    // The Kelvin sign becomes a k in lower case.
    for (const username of ['TAKEN', 'TA\u212AEN'])
      expect(await post(up, { username, password })).toMatchObject({
        status: 409,
        body: { error: 'This username is taken: choose another' },
      })
  })

  it('takes no body of another type, and stores no address of a client', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77', 'Content-Type': 'text/plain' }
    expect((await post(up, { username: 'typed', password }, headers)).status).toBe(415)
    await post(up, { username: 'typed', password }, { 'X-Forwarded-For': '203.0.113.77' })
    await post(into, { username: 'typed', password }, { 'X-Forwarded-For': '203.0.113.77' })
    for (const table of ['user', 'account', 'session']) {
      const rows = accounts.handle.prepare(`SELECT * FROM "${table}"`).all()
      expect(JSON.stringify(rows)).not.toContain('203.0.113.77')
    }
  })
})

describe('signing in', () => {
  it('takes the name in any case', async () => {
    const { userId } = await signUp(accounts, { username: 'grace' })
    const { status, headers, body } = await post(into, { username: ' GRACE ', password })
    expect(status).toBe(200)
    expect(signedInSchema.parse(body).user).toMatchObject({ id: userId, username: 'grace' })
    expect(headers.get('Set-Cookie')).toContain('fresco_session=')
    expect((await whoIs(accounts, bearer(body.token))).status).toBe(200)
  })

  it('starts a session of its own, whatever session the client brings along', async () => {
    const [ada, eve] = [await signUp(accounts), await signUp(accounts)]
    const { headers, body } = await post(into, { ...ada, password }, { cookie: eve.cookie })
    expect([ada.token, eve.token]).not.toContain(body.token)
    const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
    expect((await whoIs(accounts, { cookie })).body.user.id).toBe(ada.userId)
    expect((await whoIs(accounts, bearer(eve.token))).body.user.id).toBe(eve.userId)
  })

  it('over https sets a cookie that only this host gets', async () => {
    const secure = await createAccountsApp({ url: 'https://wallpapers.test' })
    const { headers } = await send(secure, 'POST', up, { username: 'safe', password })
    expect(headers.get('Set-Cookie')).toMatch(
      /^__Host-fresco_session=.+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    await secure.close()
  })

  it('answers a wrong password and an unknown name alike', async () => {
    await signUp(accounts, { username: 'known' })
    const wrong = [
      { username: 'known', password: 'wrong password' },
      { username: 'unknown', password },
      { username: 'not a name', password },
      { username: '', password: '' },
      { username: 'known', password: 'x'.repeat(1000) },
    ]
    for (const credentials of wrong) {
      const { status, headers, body } = await post(into, credentials)
      expect({ status, body }).toEqual({
        status: 401,
        body: { error: 'Wrong username or password' },
      })
      expect(headers.get('Set-Cookie')).toBeNull()
    }
  })
})

describe('signing out', () => {
  it('ends the session at once, and no other of the same user', async () => {
    const { username, token, cookie } = await signUp(accounts)
    const { body: second } = await post(into, { username, password })
    const { status, body } = await post('/api/auth/sign-out', undefined, bearer(token))
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    for (const shown of [bearer(token), { cookie }])
      expect(await whoIs(accounts, shown)).toEqual({ status: 401, body: { error: 'Unauthorized' } })
    expect((await whoIs(accounts, bearer(second.token))).status).toBe(200)
  })

  it('takes the cookie back, and only for our own pages', async () => {
    const { cookie } = await signUp(accounts)
    const path = '/api/auth/sign-out'
    expect((await post(path, undefined, { cookie, Origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect((await whoIs(accounts, { cookie })).status).toBe(200)
    const { status, headers } = await post(path, undefined, { cookie, Origin: publicUrl })
    expect(status).toBe(200)
    expect(headers.get('Set-Cookie')).toMatch(/^fresco_session=; Max-Age=0;/)
    expect((await whoIs(accounts, { cookie })).status).toBe(401)
  })

  it('takes no cookie back for a form of another site, with which browsers send none', async () => {
    for (const foreign of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const { status, headers } = await post('/api/auth/sign-out', undefined, foreign)
      expect({ status, cookie: headers.get('Set-Cookie') }).toEqual({ status: 200, cookie: null })
    }
  })
})

describe('the picture of a user', () => {
  const picture = (name: string) => send(accounts, 'GET', `/api/users/${name}/image`)

  it('is the initial on a color, always the same', async () => {
    await signUp(accounts, { username: 'ada', name: 'élodie' })
    const first = await picture('ada')
    expect(first.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(first.headers.get('Content-Security-Policy')).toBe("default-src 'none'")
    const svg = await first.text()
    expect(svg).toMatch(/^<svg .*>É<\/text>\n<\/svg>\n$/s)
    expect(await (await picture('ADA')).text()).toBe(svg)
  })

  it('escapes what people call themselves', async () => {
    await signUp(accounts, { username: 'sneaky', name: '<script>alert(1)</script>' })
    expect(await (await picture('sneaky')).text()).toContain('>&lt;</text>')
  })

  it('is missing for an unknown user', async () => {
    const response = await picture('nobody')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'User not found' })
  })
})
