import { afterAll, describe, expect, it } from 'vitest'
import { bearer, publicUrl } from '../../../accounts-app.ts'
import { createWebApp, makePerson, password } from '../../web/web-app.ts'

const web = await createWebApp()
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
const type = (code: string, headers: Record<string, string>) =>
  web.send('/account/connect/answer', { code }, headers)

describe('signing in an extension by a page', () => {
  it('gives the extension a session of its own after the person has confirmed, once', async () => {
    const { username, headers } = await makePerson(web)
    const { userCode, path, ask } = await begin()
    expect(await ask()).toEqual({ status: 'waiting' })
    expect((await web.open(path, headers)).html).toContain(`signed in as <strong>${username}<`)
    const { html } = await type(userCode, headers)
    expect(html).toContain('Your extension is connected')
    expect(html).toContain('“Fresco extension, Firefox on Linux” is signed in now')
    const signedIn = await ask()
    const { token } = signedIn
    expect(signedIn).toMatchObject({ status: 'signed-in', user: { username } })
    expect(Date.parse(signedIn.expiresAt)).toBeGreaterThan(Date.now())
    const session = await web.app.request(`${publicUrl}/api/auth/session`, {
      headers: bearer(token),
    })
    expect(session.status).toBe(200)
    expect(await ask()).toEqual({ status: 'gone' })
    const again = await type(userCode, headers)
    expect(again.status).toBe(400)
    expect(again.html).toContain('This code does not work.')
    expect((await web.open('/account', headers)).html).toContain(
      'Fresco extension, Firefox on Linux',
    )
  })

  it('connects nothing at a click on a page that was just opened, whatever its address says', async () => {
    const { headers } = await makePerson(web)
    const { userCode, path, ask } = await begin()
    const { html } = await web.open(`${path.split('?')[0]}?code=${userCode}`, headers)
    const [, button = ''] = /(<form .*?<button[^>]*>)/s.exec(html.split('id="main"')[1] ?? '') ?? []
    const fields = [...button.matchAll(/name="(\w+)"[^>]* value="([^"]*)"/g)]
    await web.send(
      /action="([^"]+)"/.exec(button)?.[1] ?? '',
      Object.fromEntries(fields.map(([, name, value]) => [name, value])),
      headers,
    )
    expect(await ask()).toEqual({ status: 'waiting' })
  })

  it('lets the person sign in first, and goes on to the code after a wrong password', async () => {
    const { username } = await makePerson(web)
    const { userCode, path, ask } = await begin()
    const { html, cookie } = await web.open(path)
    expect(html).toContain('To connect your extension, sign in first.')
    const signIn = (given: string) =>
      web.send('/account/sign-in', { username, password: given }, { Cookie: cookie })
    expect((await signIn('wrong horse')).html).toContain('To connect your extension')
    const right = await signIn(password)
    expect(right.location).toBe(path)
    const done = await type(userCode, { Cookie: `${right.cookie}; ${cookie}` })
    expect(done.setCookie).toMatch(/^fresco_came-from=; Max-Age=0/)
    expect(await ask()).toMatchObject({ status: 'signed-in' })
  })

  it('needs a form of this site and a person who is signed in', async () => {
    const { headers } = await makePerson(web)
    const { userCode, path, ask } = await begin()
    const foreign = await type(userCode, { ...headers, Origin: 'https://evil.test' })
    expect(foreign.status).toBe(403)
    expect((await type(userCode, {})).location).toBe(path)
    expect(await ask()).toEqual({ status: 'waiting' })
  })

  it('limits how many codes can be tried from an address', async () => {
    const strict = await createWebApp({ maxAttempts: 2 })
    const { headers } = await makePerson(strict)
    const tryCode = async (code: string) =>
      (await strict.send('/account/connect/answer', { code }, headers)).status
    expect([await tryCode('BCDF-GHJK'), await tryCode('BCDF-GHJL')]).toEqual([400, 400])
    expect(await tryCode('BCDF-GHJM')).toBe(429)
    await strict.close()
  })
})
