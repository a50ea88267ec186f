import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccountsApp,
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

let accounts: AccountsApp
beforeAll(async () => {
  accounts = await createAccountsApp()
})
afterAll(() => accounts.close())

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  answer(send(accounts, 'POST', path, body, headers))

describe('changing the password', () => {
  const path = '/api/auth/change-password'
  const change = { password, newPassword: 'battery staple' }

  it('ends every other session, and the old password', async () => {
    const { username, token } = await signUp(accounts)
    const { body: other } = await post(into, { username, password })
    const stranger = await signUp(accounts)
    const { status, body } = await post(path, change, bearer(token))
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    expect((await whoIs(accounts, bearer(token))).status).toBe(200)
    expect((await whoIs(accounts, bearer(other.token))).status).toBe(401)
    expect((await whoIs(accounts, bearer(stranger.token))).status).toBe(200)
    expect((await post(into, { username, password })).status).toBe(401)
    expect((await post(into, { username, password: 'battery staple' })).status).toBe(200)
  })

  it('needs the password, and a request of our own when it is by cookie', async () => {
    const { username, token, cookie } = await signUp(accounts)
    const wrong = { ...change, password: 'wrong password' }
    expect(await post(path, wrong, bearer(token))).toMatchObject({
      status: 403,
      body: { error: 'Wrong password' },
    })
    expect((await post(path, { ...change, password: '' }, bearer(token))).status).toBe(403)
    expect((await post(path, change, { cookie })).status).toBe(403)
    expect((await post(path, change, { cookie, Origin: 'https://evil.test' })).status).toBe(403)
    expect((await post(path, change)).status).toBe(401)
    expect((await post(into, { username, password })).status).toBe(200)
    expect((await post(path, change, { cookie, Origin: publicUrl })).status).toBe(200)
    expect((await whoIs(accounts, { cookie })).status).toBe(200)
  })

  it.each([
    [{ password }, 'Invalid newPassword: expected a string'],
    [{ password, newPassword: 'short' }, 'Invalid newPassword: expected at least 8 characters'],
    [{ password, newPassword: 'x'.repeat(129) }, 'Invalid newPassword: expected at most 128'],
    [{ newPassword: 'battery staple' }, 'Invalid password: expected a string'],
    ['[]', 'Invalid request: expected a JSON object with password and newPassword'],
  ])('refuses %j with 400 and says why', async (sent, error) => {
    const { token } = await signUp(accounts)
    const { status, body } = await post(path, sent, bearer(token))
    expect(status).toBe(400)
    expect(body.error).toContain(error)
  })

  it('limits guesses of the password', async () => {
    const strict = await createAccountsApp({ maxAttempts: 2 })
    const { token } = await signUp(strict)
    const guess = async (secret: string) => {
      const sent = { ...change, password: secret }
      return (await send(strict, 'POST', path, sent, bearer(token))).status
    }
    const statuses = [await guess('wrong one'), await guess('wrong two'), await guess(password)]
    expect(statuses).toEqual([403, 403, 429])
    await strict.close()
  })
})

describe('wrong sign-ins of a stranger', () => {
  it('do not keep the owner from changing the password or deleting the account', async () => {
    const strict = await createAccountsApp({ maxAttempts: 3 })
    const { username, token } = await signUp(strict)
    for (let n = 0; n < 10; n += 1)
      await send(strict, 'POST', into, { username, password: 'a wrong guess' })
    expect((await send(strict, 'POST', into, { username, password })).status).toBe(429)
    const asOwner = async (path: string, sent: object) =>
      (await send(strict, 'POST', `/api/auth/${path}`, sent, bearer(token))).status
    const newPassword = 'battery staple'
    expect(await asOwner('change-password', { password, newPassword })).toBe(200)
    expect(await asOwner('delete-account', { password: newPassword })).toBe(200)
    await strict.close()
  })
})

describe('deleting the account', () => {
  const path = '/api/auth/delete-account'

  it('takes everything with it, and reserves the name for 30 days', async () => {
    const others = accounts.handle.prepare('SELECT count(*) AS n FROM "session"').get()
    const { username, token } = await signUp(accounts)
    const { body: other } = await post(into, { username, password })
    await send(accounts, 'POST', '/api/favorites', { favorites: ['a'] }, bearer(token))
    const { status, body } = await post(path, { password }, bearer(token))
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    for (const gone of [token, other.token])
      expect((await whoIs(accounts, bearer(gone))).status).toBe(401)
    expect((await post(into, { username, password })).status).toBe(401)
    expect((await send(accounts, 'GET', `/api/favorites/${username}`)).status).toBe(404)
    expect(accounts.handle.prepare('SELECT count(*) AS n FROM "favorite"').get()).toEqual({ n: 0 })
    expect(accounts.handle.prepare('SELECT count(*) AS n FROM "session"').get()).toEqual(others)
    expect((await post(up, { username, password })).status).toBe(409)
  })

  it('needs the password, and a request of our own when it is by cookie', async () => {
    const { token, cookie } = await signUp(accounts)
    const wrong = { password: 'wrong password' }
    expect(await post(path, wrong, bearer(token))).toMatchObject({
      status: 403,
      body: { error: 'Wrong password' },
    })
    expect((await post(path, {}, bearer(token))).status).toBe(400)
    expect((await post(path, { password: '' }, bearer(token))).status).toBe(403)
    expect((await post(path, { password }, { cookie })).status).toBe(403)
    expect((await post(path, { password })).status).toBe(401)
    expect((await whoIs(accounts, bearer(token))).status).toBe(200)
    expect((await post(path, { password }, { cookie, Origin: publicUrl })).status).toBe(200)
  })
})
