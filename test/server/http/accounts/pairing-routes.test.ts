import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, publicUrl } from '../../../accounts-app.ts'
import { createWebApp, makePerson, password, type WebApp } from '../../web/web-app.ts'

let web: WebApp
beforeAll(async () => {
  web = await createWebApp()
})
afterAll(() => web.close())

const agent = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0',
  Origin: 'moz-extension://a',
}

const post = async (path: string, body: object = {}) => {
  const headers = { 'Content-Type': 'application/json', ...agent }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await web.app.request(`${publicUrl}/api/auth/${path}`, init)
  expect(answer.headers.getSetCookie()).toEqual([])
  return answer.json()
}
const begin = async () => {
  const { deviceCode, userCode, url } = await post('pairing')
  return {
    userCode,
    path: url.replace(publicUrl, ''),
    ask: () => post('pairing/session', { deviceCode }),
  }
}
const answer = (code: string, answer: string, headers: Record<string, string>) =>
  web.send('/account/connect/answer', { code, answer }, headers)

describe('signing in an extension by a page', () => {
  it('gives the extension a session of its own after the person has confirmed, once', async () => {
    const { username, headers } = await makePerson(web)
    const { userCode, path, ask } = await begin()
    expect(await ask()).toEqual({ status: 'waiting' })
    const { html } = await web.open(path, headers)
    expect(html).toContain(`<strong>${userCode}</strong>`)
    expect(html).toContain('“Fresco extension, Firefox on Linux” will be signed in as')
    expect((await answer(userCode, 'yes', headers)).html).toContain('Your extension is connected')
    const { status, token, user } = await ask()
    expect({ status, user }).toMatchObject({ status: 'signed-in', user: { username } })
    const session = await web.app.request(`${publicUrl}/api/auth/session`, {
      headers: bearer(token),
    })
    expect(session.status).toBe(200)
    expect(await ask()).toEqual({ status: 'gone' })
    expect((await web.open(path, headers)).html).toContain('This code has expired')
    expect((await web.open('/account', headers)).html).toContain(
      'Fresco extension, Firefox on Linux',
    )
  })

  it('lets the person sign in first, and goes on to the code after a wrong password', async () => {
    const { username } = await makePerson(web)
    const { userCode, path, ask } = await begin()
    expect((await web.open(path)).html).toContain('To connect your extension, sign in first.')
    const wrong = await web.send('/account/sign-in', { username, password: 'x', connect: userCode })
    expect(wrong.html).toContain(`<input type="hidden" name="connect" value="${userCode}">`)
    const right = await web.send('/account/sign-in', { username, password, connect: userCode })
    expect(right.location).toBe(path)
    await answer(userCode.toLowerCase().replace('-', ''), 'yes', { Cookie: right.cookie })
    expect(await ask()).toMatchObject({ status: 'signed-in' })
  })

  it('forgets a code that the person refuses', async () => {
    const { headers } = await makePerson(web)
    const { userCode, ask } = await begin()
    expect((await answer(userCode, 'no', headers)).html).toContain(
      'Your extension is not connected',
    )
    expect(await ask()).toEqual({ status: 'gone' })
  })

  it('needs a form of this site and a person who is signed in', async () => {
    const { headers } = await makePerson(web)
    const { userCode, path, ask } = await begin()
    const foreign = await answer(userCode, 'yes', { ...headers, Origin: 'https://evil.test' })
    expect(foreign.status).toBe(403)
    expect((await answer(userCode, 'yes', {})).location).toBe(path)
    expect(await ask()).toEqual({ status: 'waiting' })
  })

  it('gives no session to a user who was blocked in the meantime', async () => {
    const { headers, userId } = await makePerson(web)
    const { userCode, ask } = await begin()
    await answer(userCode, 'yes', headers)
    await web.administration.block(userId)
    expect(await ask()).toEqual({ error: expect.stringContaining('This account is blocked') })
  })
})
