import { afterAll, describe, expect, it } from 'vitest'
import { createWebApp, makePerson, password } from '../../web/web-app.ts'

const web = await createWebApp()
afterAll(() => web.close())

const signIn = async (username: string, agent = '') =>
  (await web.send('/account/sign-in', { username, password }, { 'User-Agent': agent })).cookie

describe('the name on the account page', () => {
  it('is changed, and the page says where the old link leads', async () => {
    const { headers, username } = await makePerson(web)
    const form = { username: `${username}_b`, name: 'Ada & co', password }
    const { status, location } = await web.send('/account/name', form, headers)
    expect({ status, location }).toEqual({ status: 303, location: '/account?done=name' })
    const { html } = await web.open(location ?? '', headers)
    expect(html).toContain('Your name has been changed.')
    expect(html).toContain('<h1 dir="auto">Ada &amp; co</h1>')
    expect(html).toContain(`<a href="/share/${username}_b">`)
    expect(html).toMatch(
      new RegExp(`<li>@${username} until <time datetime="\\d{4}-\\d\\d-\\d\\d">`),
    )
  })

  it.each([
    [{ password: 'wrong horse' }, 403, 'That is not your password. Nothing has changed.'],
    [{ username: 'a b' }, 400, 'Please use 3 to 30 characters'],
    [{ name: '\u202Ex' }, 400, 'Please use at most 64 letters'],
  ])('is not changed by %j, and the form keeps the entries', async (fields, expected, text) => {
    const { headers, username } = await makePerson(web)
    const form = { username: `${username}_b`, name: 'Ada L.', password, ...fields }
    const { status, html } = await web.send('/account/name', form, headers)
    expect(status).toBe(expected)
    expect(html).toContain(text)
    expect(html).toContain('<details id="name" open>')
    expect(html).toContain(`value="${form.username}"`)
    expect((await web.open(`/share/${username}`)).status).toBe(200)
  })

  it('says when a username is taken, and when there are too many former ones', async () => {
    const [ada, eve] = [await makePerson(web), await makePerson(web)]
    const rename = (username: string) =>
      web.send('/account/name', { username, password }, eve.headers)
    expect(await rename(ada.username)).toMatchObject({
      status: 409,
      html: expect.stringContaining('This username is already taken.'),
    })
    for (const suffix of ['b', 'c', 'd']) await rename(`${eve.username}_${suffix}`)
    expect(await rename(`${eve.username}_e`)).toMatchObject({
      status: 429,
      html: expect.stringContaining('You already have 3 former usernames. Please wait 30 days'),
    })
  })
})

describe('the sessions on the account page', () => {
  it('are listed, and can be ended one by one', async () => {
    const { headers, username } = await makePerson(web)
    const elsewhere = await signIn(username, 'curl/8.14')
    const { html } = await web.open('/account', headers)
    expect(html).toContain('Where you are signed in (2)')
    expect(html).toContain('<strong>curl</strong>')
    expect(html).toContain('<span class="here">This device</span>')
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(html) ?? []
    const { location } = await web.send('/account/end-session', { id }, headers)
    expect(location).toBe('/account?done=session-ended')
    const after = await web.open(location ?? '', headers)
    expect(after.html).toContain('That device has been signed out.')
    expect(after.html).toContain('<details class="sessions" open>')
    expect((await web.open('/account', { Cookie: elsewhere })).html).toContain('New here?')
  })

  it('can be ended all at once, except the one of the page', async () => {
    const { headers, username } = await makePerson(web)
    const others = [await signIn(username), await signIn(username)]
    expect((await web.open('/account', headers)).html).toContain('Sign out everywhere else')
    const { location } = await web.send('/account/end-other-sessions', {}, headers)
    const { html } = await web.open(location ?? '', headers)
    expect(html).toContain('You have been signed out everywhere else.')
    expect(html).toContain('Where you are signed in (1)')
    for (const Cookie of others)
      expect((await web.open('/account', { Cookie })).html).toContain('New here?')
  })
})
