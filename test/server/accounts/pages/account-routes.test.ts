import { afterAll, describe, expect, it } from 'vitest'
import { createSite } from '../../../../server/http/site.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, password } from '../../web/web-app.ts'

const web = await createWebApp()
afterAll(() => web.close())

const signUp = (form: Record<string, string>) => web.send('/account/sign-up', { password, ...form })
const signIn = (form: Record<string, string>) => web.send('/account/sign-in', { password, ...form })

describe('signing up on the account page', () => {
  it('creates an account, signs in and shows the account page', async () => {
    const { status, location, cookie } = await signUp({ username: 'Ada.1', name: 'Ada & co' })
    expect({ status, location }).toEqual({ status: 303, location: '/account' })
    const { html, headers } = await web.open('/account', { Cookie: cookie })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(html).toContain('<h1 dir="auto">Ada &amp; co</h1>')
    expect(html).toContain(`<a href="/share/ada.1">${new URL(publicUrl).host}/share/ada.1</a>`)
    expect(html).toContain('No favorites yet.')
  })

  it('shows errors next to their fields, and keeps the other entries', async () => {
    const { status, html } = await signUp({ username: 'a b', name: 'Ada "x"', password: 'short12' })
    expect(status).toBe(400)
    expect(html).toMatch(/value="a b"[^>]*aria-describedby="sign-up-username-help/)
    expect(html).toContain('Please use 3 to 30 characters: letters from a to z')
    expect(html).toContain('Please use 8 to 128 characters.')
    expect(html).toContain('value="Ada &quot;x&quot;"')
    expect(html).not.toContain('short12')
  })
})

describe('signing in on the account page', () => {
  it('gives the same answer for a wrong password and an unknown username', async () => {
    await signUp({ username: 'known' })
    const wrong = await signIn({ username: 'known', password: 'not the one' })
    const unknown = await signIn({ username: 'unknown' })
    const long = await signIn({ username: 'x'.repeat(3_000) })
    for (const { status, html, setCookie } of [wrong, unknown, long]) {
      expect(status).toBe(401)
      expect(html).toContain('Wrong username or password.')
      expect(setCookie).toBe('')
    }
    expect(wrong.html.replaceAll('known', '')).toBe(unknown.html.replaceAll('unknown', ''))
    expect(wrong.html).not.toContain('not the one')
  })

  it('tells a blocked user who knows the password, and nobody else', async () => {
    const { username, userId } = await makePerson(web)
    await web.administration.block(userId)
    const { status, html, setCookie } = await signIn({ username })
    expect(status).toBe(403)
    expect(html).toContain('This account is blocked. Please ask the person who runs this site.')
    expect(setCookie).toBe('')
    expect((await signIn({ username, password: 'not the one' })).status).toBe(401)
  })

  it('asks people to wait after too many attempts', async () => {
    const strict = await createWebApp({ maxAttempts: 2 })
    const tries = () => strict.send('/account/sign-in', { username: 'ada', password })
    await tries()
    await tries()
    const { status, html, headers } = await tries()
    expect(status).toBe(429)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(html).toMatch(/Please wait \d+ minutes, then try again\./)
    await strict.close()
  })
})

describe('the account page of a signed-in user', () => {
  it('shows a remove button for each favorite, including those that left the catalogue', async () => {
    const { headers } = await makePerson(web, { ids: ['lake-view', 'left-long-ago'] })
    const { html } = await web.open('/account', headers)
    expect(html).toContain('2 favorites')
    expect(html).toContain('aria-label="Remove Lake view"')
    expect(html).toContain('1 wallpaper is no longer in the catalogue.')
    expect(html).toContain('aria-label="Remove left-long-ago"')
  })

  it('removes a favorite', async () => {
    const { headers, userId } = await makePerson(web, { ids: ['lake-view', 'pine-wood'] })
    const { status, location } = await web.send('/account/remove', { id: 'lake-view' }, headers)
    expect({ status, location }).toEqual({ status: 303, location: '/account?done=removed&page=' })
    expect(await web.favorites.list(userId)).toEqual(['pine-wood'])
    expect((await web.open(location ?? '', headers)).html).toContain('Removed from your favorites.')
  })

  it('signs out', async () => {
    const { headers } = await makePerson(web)
    const { status, location, setCookie } = await web.send('/account/sign-out', {}, headers)
    expect({ status, location }).toEqual({ status: 303, location: '/account?done=signed-out' })
    expect(setCookie).toMatch(/^fresco_session=; Max-Age=0;/)
    expect((await web.open('/account', headers)).html).toContain('action="/account/sign-in"')
  })

  it('is not deleted with a wrong password', async () => {
    const { headers, username } = await makePerson(web)
    const { status, html } = await web.send('/account/delete', { password: 'wrong one' }, headers)
    expect(status).toBe(403)
    expect(html).toContain('That is not your password. Nothing has changed.')
    expect(html).toContain('<details id="delete" open>')
    expect((await web.open(`/share/${username}`)).status).toBe(200)
  })

  it('is deleted with the password, and its page with it', async () => {
    const { headers, username } = await makePerson(web, { ids: ['lake-view'] })
    expect((await web.open('/account', headers)).html).toContain('This cannot be undone.')
    const { location, setCookie } = await web.send('/account/delete', { password }, headers)
    expect(location).toBe('/account?done=deleted')
    expect(setCookie).toContain('Max-Age=0')
    expect((await web.open(`/share/${username}`)).status).toBe(404)
    expect((await web.open(location ?? '')).html).toContain('Your account has been deleted')
  })
})

describe('the password on the account page', () => {
  const change = (fields: Record<string, string>, headers: Record<string, string>) =>
    web.send('/account/password', { password, newPassword: 'battery staple', ...fields }, headers)

  it('is changed, and the page says so', async () => {
    const { headers } = await makePerson(web)
    const { status, location } = await change({}, headers)
    expect({ status, location }).toEqual({ status: 303, location: '/account?done=password' })
    const { html } = await web.open(location ?? '', headers)
    expect(html).toContain(
      'Your password has been changed. You have been signed out everywhere else.',
    )
  })

  it.each([
    [{ password: 'wrong one' }, 403, 'That is not your password. Nothing has changed.'],
    [{ newPassword: 'short' }, 400, 'Please use 8 to 128 characters.'],
  ])('is not changed by %j, and the form says why', async (fields, expected, text) => {
    const { headers } = await makePerson(web)
    const { status, html } = await change(fields, headers)
    expect(status).toBe(expected)
    expect(html).toContain(text)
    expect(html).toContain('<details id="password" open>')
  })
})

describe('the forms of the account page', () => {
  const signedIn = ['sign-out', 'remove', 'name', 'end-session', 'password', 'data', 'delete']
  const guests = ['sign-in', 'sign-up', 'heart']
  const others = [...guests, 'end-other-sessions', 'connect/answer', 'invite', 'revoke']
  const names = [...signedIn, ...others]

  it.each(names)('accept %s only from our own pages', async (name) => {
    const { headers, userId, username } = await makePerson(web, { ids: ['lake-view'] })
    const form = { username, password, id: 'lake-view' }
    for (const Origin of ['https://evil.test', 'null']) {
      const sent = await web.send(`/account/${name}`, form, { ...headers, Origin })
      expect(sent).toMatchObject({ status: 403, setCookie: '' })
      expect(sent.html).toContain('This form came from another site')
    }
    expect(await web.favorites.list(userId)).toEqual(['lake-view'])
  })

  it('act only for the person for whom the page was loaded', async () => {
    const refuse = () => Promise.reject(new Error('This form did something'))
    const ownSources = {
      ...{ add: refuse, test: refuse, pause: refuse, remove: refuse },
      list: async () => [
        { id: 'a', name: 'walls', setting: 'FEEDS', isPaused: false, status: undefined },
      ],
    }
    const site = createSite(publicUrl, undefined, { isPrivate: true })
    const deps = { site, ownSources, reread: refuse }
    const shared = await createWebApp({ signUpMode: 'invite', deps })
    const [ada, eve] = [await makePerson(shared, { ids: ['lake-view'] }), await makePerson(shared)]
    for (const { userId } of [ada, eve]) await shared.administration.promote(userId)
    await shared.invites.create({ days: 1, uses: 1, createdBy: ada.userId })
    await shared.keys.create(ada.userId, 'Frame', 'read')
    for (let count = 0; count < 2; count++)
      await shared.accounts.signIn({ username: ada.username, password })
    const pages = ['/account', '/account/connect', '/wallpaper/lake-view']
    const shown = await Promise.all(pages.map((path) => shared.open(path, ada.headers)))
    const forms = shown.flatMap(
      ({ html }) => html.match(/<form[^>]*method="post".*?<\/form>/gs) ?? [],
    )
    const before = await shared.open('/account', eve.headers)
    const paths = new Set<string>()
    for (const form of forms) {
      const [, path = ''] = /action="([^"]+)"/.exec(form) ?? []
      const fields = [...form.matchAll(/name="(\w+)"(?: [^>]*?value="([^"]*)")?/g)]
      const filled = Object.fromEntries(fields.map(([, name, value = '']) => [name, value]))
      paths.add(path)
      expect(await shared.send(path, { ...filled, password }, eve.headers), path).toMatchObject({
        status: 403,
        setCookie: '',
        html: expect.stringContaining('somebody else has signed in since you opened the page'),
      })
    }
    expect([...paths].toSorted()).toEqual([
      '/account/add-source',
      '/account/connect/answer',
      '/account/data',
      '/account/delete',
      '/account/end-key',
      '/account/end-other-sessions',
      '/account/end-session',
      '/account/invite',
      '/account/key',
      '/account/name',
      '/account/password',
      '/account/remove',
      '/account/reread',
      '/account/revoke',
      '/account/sign-out',
      '/account/source',
      '/heart',
    ])
    expect((await shared.open('/account', eve.headers)).html).toBe(before.html)
    await shared.close()
  })

  it('download the data of the person for whom the page was loaded', async () => {
    const { headers, userId } = await makePerson(web)
    const sent = await web.send('/account/data', { userId }, headers)
    expect(sent.headers.get('Content-Disposition')).toMatch(/^attachment; filename="fresco-person_/)
    expect(sent.headers.get('Cache-Control')).toBe('private, no-store')
    expect(JSON.parse(sent.html)).toMatchObject({ profile: { id: userId } })
  })

  it.each(names)('lead back to the page when %s is opened or reloaded', async (name) => {
    const { status, location } = await web.open(`/account/${name}`)
    expect({ status, location }).toEqual({ status: 303, location: '/account' })
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT'])('do nothing by the method %s', async (method) => {
    const { headers, userId } = await makePerson(web, { ids: ['lake-view'] })
    for (const name of names) {
      const url = `${publicUrl}/account/${name}?id=lake-view&password=${password}`
      const sent = { method, headers: { ...headers, Origin: publicUrl } }
      expect([303, 405]).toContain((await web.app.request(url, sent)).status)
    }
    expect(await web.favorites.list(userId)).toEqual(['lake-view'])
    expect((await web.open('/account', headers)).html).toContain('class="person"')
  })

  it.each(signedIn)('lead back when nobody is signed in: %s', async (name) => {
    const { status, location } = await web.send(`/account/${name}`, { password })
    expect(status).toBe(303)
    expect(location).toMatch(/^\/account/)
  })

  it('treat JSON, files and other bodies as an empty form', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      const headers = { Origin: publicUrl, 'Content-Type': type }
      const init = { method: 'POST', headers, body: '{"username":"ada"}' }
      expect((await web.app.request(`${publicUrl}/account/sign-in`, init)).status).toBe(401)
    }
  })
})

const textOf = async (answer: Response | Promise<Response>) => (await answer).text()

describe('the account page', () => {
  it('says when the server has no accounts', async () => {
    const html = await textOf((await createTestApp()).request('/account'))
    expect(html).toContain('No accounts here')
    expect(html).not.toContain('<form')
  })

  it('leads to the extension when Clerk manages the accounts', async () => {
    const { identity, favorites, close } = await createWebApp()
    const publicFavorites = async () => undefined
    const accounts = { identity, favorites, publicFavorites, local: undefined }
    const app = await createTestApp({ accounts })
    const html = await textOf(app.request('/account'))
    expect(html).toContain('This server uses Clerk for accounts')
    expect(html).not.toContain('<form')
    await close()
  })
})
