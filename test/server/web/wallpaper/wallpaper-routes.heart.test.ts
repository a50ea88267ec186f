import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { DomainError } from '../../../../server/domain-error.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, password } from '../web-app.ts'

const web = await createWebApp()
afterAll(() => web.close())
afterEach(() => vi.useRealTimers())

const page = '/wallpaper/lake-view'
const pressedIn = (html: string) => /aria-pressed="(\w+)"/.exec(html)?.[1]

const fieldsOf = (html: string, action: string) => {
  const [, fields = ''] =
    new RegExp(`<form[^>]*action="${action}"(.*?)</form>`, 's').exec(html) ?? []
  const hidden = fields.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
}

/** Sends a heart as a browser without scripts and without a session does. */
const askToSignIn = async (heart: Record<string, string>) => {
  const sent = await web.send('/heart', heart)
  expect(sent).toMatchObject({ status: 307, location: '/account/heart' })
  const { html, cookie } = await web.send('/account/heart', heart)
  const signIn = async (form: Record<string, string>, shown: string, name = 'sign-in') => {
    const hidden = fieldsOf(shown, `/account/${name}`)
    const answer = await web.send(`/account/${name}`, { ...hidden, ...form }, { Cookie: cookie })
    return { ...answer, session: /fresco_session=[^;]+/.exec(answer.setCookie)?.[0] ?? '' }
  }
  return { html, signIn }
}

describe('the heart of a wallpaper page', () => {
  it('is added and removed by a form, and the page is private', async () => {
    const { headers, userId } = await makePerson(web)
    const before = await web.open(page, headers)
    expect(pressedIn(before.html)).toBe('false')
    expect(before.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(before.headers.get('Vary')).toContain('Cookie')

    const given = await web.send('/heart', { id: 'lake-view', action: 'add' }, headers)
    expect(given).toMatchObject({ status: 303, location: page })
    expect(pressedIn((await web.open(page, headers)).html)).toBe('true')

    const { headers: other } = await makePerson(web)
    const refused = await web.send('/heart', { id: 'lake-view', action: 'add', userId }, other)
    expect(refused).toMatchObject({ status: 403, html: expect.stringContaining('signed in since') })

    await web.send('/heart', { id: 'lake-view', action: 'remove', userId }, headers)
    expect(await web.favorites.list(userId)).toEqual([])
  })

  it('leads to the account page if nobody is signed in, and is added by the sign-in there', async () => {
    const { html, headers } = await web.open(page)
    expect(headers.get('Cache-Control')).toBe('public, max-age=60')
    const heart = fieldsOf(html, '/heart')
    expect(heart).toEqual({ id: 'lake-view', action: 'add', userId: '' })
    const { userId, username } = await makePerson(web)
    const asked = await askToSignIn(heart)
    expect(asked.html).toContain('Sign in to keep your hearts in your account.')
    const wrong = await asked.signIn({ username, password: 'wrong one' }, asked.html)
    expect(wrong).toMatchObject({ status: 401, location: null })
    expect(await web.favorites.list(userId)).toEqual([])
    const right = await asked.signIn({ username, password }, wrong.html)
    expect(right).toMatchObject({ status: 303, location: page })
    expect(await web.favorites.list(userId)).toEqual(['lake-view'])

    const made = await asked.signIn({ username: 'new.one', password }, asked.html, 'sign-up')
    expect(made).toMatchObject({ status: 303, location: page })
    expect(pressedIn((await web.open(page, { Cookie: made.session })).html)).toBe('true')
  })

  it('of a person whose session has ended is added and removed only for this person', async () => {
    const ada = await makePerson(web)
    const eve = await makePerson(web, { ids: ['lake-view'] })
    const heart = fieldsOf((await web.open(page, ada.headers)).html, '/heart')
    await web.send('/account/sign-out', { userId: ada.userId }, ada.headers)
    const asked = await askToSignIn(heart)
    const removal = await askToSignIn({ ...heart, action: 'remove' })
    for (const { signIn, html } of [asked, removal])
      expect(await signIn({ username: eve.username, password }, html)).toMatchObject({
        status: 303,
        location: page,
      })
    expect(await web.favorites.list(ada.userId)).toEqual([])
    expect(await web.favorites.list(eve.userId)).toEqual(['lake-view'])
    await asked.signIn({ username: ada.username, password }, asked.html)
    expect(await web.favorites.list(ada.userId)).toEqual(['lake-view'])
    await removal.signIn({ username: ada.username, password }, removal.html)
    expect(await web.favorites.list(ada.userId)).toEqual([])
  })

  it('comes to a sign-in by no link, by no other site, and over the session of nobody else', async () => {
    const { headers, userId } = await makePerson(web)
    const heart = { id: 'lake-view', action: 'add', userId: '' }
    const link = await web.open(`/account?${new URLSearchParams({ back: page, ...heart })}`)
    expect(fieldsOf(link.html, '/account/sign-in')).not.toHaveProperty('id')
    for (const path of ['/heart', '/account/heart']) {
      const foreign = await web.send(path, heart, { Origin: 'https://evil.test' })
      expect(foreign).toMatchObject({ status: 403, setCookie: '' })
      expect(await web.send(path, heart, headers)).toMatchObject({ status: 403 })
    }
    expect(await web.favorites.list(userId)).toEqual([])
    const markup = { ...heart, id: '"><script>' }
    expect((await web.send('/heart', markup)).status).toBe(404)
    expect(await web.send('/account/heart', markup)).toMatchObject({ location: '/account' })
    const { html } = await web.send('/account/heart', { ...heart, userId: '"><script>' })
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;"')
  })

  it('does not hinder the sign-in if the list is full', async () => {
    const { userId, username } = await makePerson(web)
    await web.favorites.replace(
      userId,
      Array.from({ length: 1_000 }, (_, n) => `id-${n}`),
    )
    const asked = await askToSignIn({ id: 'lake-view', action: 'add', userId: '' })
    const sent = await asked.signIn({ username, password }, asked.html)
    expect(sent).toMatchObject({
      status: 409,
      html: expect.stringContaining('list of favorites is'),
    })
    expect((await web.open('/account', { Cookie: sent.session })).html).toContain('class="person"')
  })

  it.each([
    ['/wallpaper/lake-view', '/wallpaper/lake-view'],
    ['/share/ada?page=2', '/share/ada?page=2'],
    ['/?category=nature', '/?category=nature'],
    ['https://evil.example/share/ada', '/account'],
    ['//evil.example/', '/account'],
    ['/\\\\evil.example/', '/account'],
    ['/wallpaper/..//evil.example', '/account'],
    ['/account/sign-out', '/account'],
    ['javascript:alert(1)', '/account'],
  ])(
    'is where one comes back to after signing in, unless the page is another: %s',
    async (back, location) => {
      const { username } = await makePerson(web)
      const asked = await web.open(`/account?${new URLSearchParams({ back })}`)
      const cookie = asked.headers.get('Set-Cookie')?.split(';')[0] ?? ''
      const sent = await web.send('/account/sign-in', { username, password }, { Cookie: cookie })
      expect(sent).toMatchObject({ status: 303, location })
    },
  )

  it('is read by the script of the pages, which learns nothing of somebody else', async () => {
    const { headers, userId } = await makePerson(web, { ids: ['lake-view'] })
    const read = async (cookies = {}) => {
      const answer = await web.app.request(`${publicUrl}/hearts`, { headers: cookies })
      return { caching: answer.headers.get('Cache-Control'), ...(await answer.json()) }
    }
    const nobodys = { favorites: null, isElsewhere: false }
    expect(await read()).toEqual({ caching: 'private, no-store', ...nobodys })
    expect(await read(headers)).toMatchObject({ favorites: ['lake-view'], userId })
    const { identity, favorites } = web
    const elsewhere = {
      identity,
      favorites,
      publicFavorites: async () => undefined,
      local: undefined,
    }
    const app = await createTestApp({ accounts: elsewhere })
    const atClerk = await app.request(`${publicUrl}/hearts`)
    expect(await atClerk.json()).toEqual({ favorites: null, isElsewhere: true })
  })

  it('says that the list is full, and where to make room', async () => {
    const { headers, userId } = await makePerson(web)
    const full = Array.from({ length: 1_000 }, (_, n) => `id-${n}`)
    await web.favorites.replace(userId, full)
    const { status, html } = await web.send('/heart', { id: 'lake-view', action: 'add' }, headers)
    expect(status).toBe(409)
    expect(html).toContain('<h1>Your list of favorites is full</h1>')
    expect(html).toContain('<a href="/account">your account page</a>')
    expect(await web.favorites.list(userId)).toEqual(full)
  })

  it.each([
    ['fail', () => Promise.reject(new DomainError('BUSY', 'Try again in a moment'))],
    ['do not answer', () => new Promise<never>(() => undefined)],
  ])('is left out if the accounts %s, and the wallpaper is still shown', async (_, answer) => {
    const { favorites, accounts, open, close } = await createWebApp()
    const { headers } = await makePerson({ accounts, favorites })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const asked = Promise.withResolvers<void>()
    favorites.list = () => {
      asked.resolve()
      return answer()
    }
    const opened = open(page, headers)
    await asked.promise
    await vi.advanceTimersByTimeAsync(1_000)
    const { status, html, headers: sent } = await opened
    expect(status).toBe(200)
    expect(html).toContain('download="lake-view.png"')
    expect(html).not.toContain('quiet heart')
    expect(sent.get('Cache-Control')).toBe('private, no-cache')
    vi.useRealTimers()
    await close()
  })

  it('does not change when somebody opens the form address', async () => {
    expect(await web.open('/heart')).toMatchObject({ status: 303, location: '/' })
  })
})
