import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DomainError } from '../../../../server/domain-error.ts'
import type { FavoritesStore } from '../../../../server/favorites/favorites-store.ts'
import {
  type AccountsApp,
  answer,
  bearer,
  createAccountsApp,
  publicUrl,
  send,
  signUp,
} from '../../../accounts-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

const path = '/api/favorites'

describe('the own favorites (spec 4.6 to 4.8)', () => {
  let accounts: AccountsApp
  let token = ''
  beforeAll(async () => {
    accounts = await createAccountsApp()
    ;({ token } = await signUp(accounts))
  })
  afterAll(() => accounts.close())
  const ask = (method: string, body?: unknown, headers?: Record<string, string>) =>
    answer(send(accounts, method, path, body, { ...bearer(token), ...headers }))

  it('lists, replaces, adds and removes', async () => {
    expect((await ask('GET')).body).toEqual({ favorites: [] })
    const replaced = await ask('POST', { favorites: ['b', 'a', 'b'] })
    expect(replaced).toMatchObject({ status: 200, body: { success: true, favorites: ['b', 'a'] } })
    const added = await ask('PATCH', { wallpaperId: 'c', action: 'add' })
    expect(added).toMatchObject({
      status: 200,
      body: { success: true, favorites: ['b', 'a', 'c'] },
    })
    const removed = await ask('PATCH', { wallpaperId: 'a', action: 'remove' })
    expect(removed.body).toEqual({ success: true, favorites: ['b', 'c'] })
    expect((await ask('GET')).body).toEqual({ favorites: ['b', 'c'] })
  })

  it('is never stored by a cache', async () => {
    expect((await ask('GET')).headers.get('Cache-Control')).toBe('private, no-store')
  })

  it.each([
    ...['{"favorites": "a"}', '[]', '{"favorites": ["a"'].map((text) => [
      text,
      'expected JSON like {"favorites": ["alpine-dawn"]}',
    ]),
    ['{"favorites": [1]}', "entry 1 '1' is not a wallpaper id"],
    ['{"favorites": ["a", "b", "a%20b"]}', "entry 3 'a%20b' is not a wallpaper id"],
    ['{"favorites": ["\\ud800"]}', "entry 1 '\ud800' is not a wallpaper id"],
  ])('refuses POST %j with the documented text and the reason', async (text, reason) => {
    const { status, body } = await ask('POST', text)
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: `Invalid favorites format: ${reason}` },
    })
  })

  it.each([
    [{ wallpaperId: 'a' }, 'missing action, expected add or remove'],
    [{ wallpaperId: 'a', action: 'toggle' }, "action 'toggle', expected add or remove"],
    [{ action: 'add' }, 'missing wallpaperId, expected a wallpaper id'],
    [{ wallpaperId: 7, action: 'add' }, "wallpaperId '7', expected a wallpaper id"],
    [{ wallpaperId: '../up', action: 'add' }, "wallpaperId '../up', expected a wallpaper id"],
    ['not json', 'expected JSON like {"wallpaperId": "alpine-dawn", "action": "add"}'],
  ])('refuses PATCH %j with the documented text and the reason', async (sent, reason) => {
    const { status, body } = await ask('PATCH', sent)
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: expect.stringMatching(/^Invalid request: /) },
    })
    expect(body.error).toContain(reason)
  })

  it('says that the list is full', async () => {
    const favorites = Array.from({ length: 10_000 }, (_, position) => `id-${position}`)
    const { status, body } = await ask('POST', { favorites })
    expect({ status, body }).toEqual({ status: 409, body: { error: 'Favorites list is full' } })
  })

  it('refuses a list that is much too long before it looks its entries up', async () => {
    const favorites = Array.from({ length: 5_001 }, () => 'lake')
    expect(await ask('POST', { favorites })).toMatchObject({ status: 409 })
    expect(await ask('POST', { favorites: favorites.slice(1) })).toMatchObject({ status: 200 })
  })

  it('takes a bearer token from a page of another site', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const { status, headers } = await ask('PATCH', { wallpaperId: 'f', action: 'add' }, foreign)
    expect(status).toBe(200)
    expect(headers.get('Access-Control-Allow-Origin')).toBe('https://evil.example')
    expect(headers.get('Vary')).toContain('Origin')
    const asked = await send(accounts, 'OPTIONS', path, undefined, foreign)
    for (const answered of [headers, asked.headers])
      expect(answered.get('Access-Control-Allow-Credentials')).toBeNull()
  })
})

describe('GET /api/favorites?include=details', () => {
  let web: WebApp
  beforeAll(async () => {
    web = await createWebApp()
  })
  afterAll(() => web.close())
  const ask = async (query: string, headers: Record<string, string>) => {
    const response = await web.app.request(`${path}?${query}`, { headers })
    return { status: response.status, body: await response.json() }
  }

  it('adds the details of the favorites that the catalogue has, in the stored order', async () => {
    const ids = ['red-dune', 'gone', 'lake-view']
    const { headers } = await makePerson(web, { ids })
    const { body } = await ask('include=details', headers)
    expect(body.favorites).toEqual(ids)
    const details = ['red-dune', 'lake-view'].map((id) => web.app.request(`/api/wallpapers/${id}`))
    const expected = (await Promise.all(details)).map((response) => response.json())
    expect(body.items).toEqual(await Promise.all(expected))
    expect((await ask('', headers)).body).toEqual({ favorites: ids })
  })

  it('refuses another value', async () => {
    const { headers } = await makePerson(web)
    expect(await ask('include=all', headers)).toEqual({
      status: 400,
      body: { error: "Invalid include 'all': expected details" },
    })
  })
})

describe('the public favorites of a user (spec 4.9)', () => {
  let accounts: AccountsApp
  beforeAll(async () => {
    accounts = await createAccountsApp()
    const { token } = await signUp(accounts, { username: 'Ada_1', name: 'Ada Lovelace' })
    await send(accounts, 'POST', path, { favorites: ['sea', 'moon'] }, bearer(token))
    await signUp(accounts, { username: 'plain' })
  })
  afterAll(() => accounts.close())
  const ask = (name: string, method = 'GET') => answer(send(accounts, method, `${path}/${name}`))

  it('answers the profile that is documented, to every site', async () => {
    const { status, headers, body } = await ask('ada_1')
    expect(status).toBe(200)
    expect(body).toEqual({
      username: 'ada_1',
      displayName: 'Ada Lovelace',
      imageUrl: `${publicUrl}/api/users/ada_1/image`,
      favorites: ['sea', 'moon'],
      favoritesCount: 2,
    })
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Cache-Control')).toMatch(/^public, max-age=\d$/)
    expect(headers.get('ETag')).toMatch(/^W\/"/)
  })

  it('finds the name in any case, and shows it as it was asked for', async () => {
    expect((await ask('ADA_1')).body).toMatchObject({ username: 'ADA_1', favoritesCount: 2 })
  })

  it('takes the name with an @ too, as everywhere else', async () => {
    expect((await ask('@ada_1')).body).toMatchObject({ username: 'ada_1', favoritesCount: 2 })
    expect((await ask('@')).body).toEqual({ error: 'Username is required' })
  })

  it('shows the username of a person without a name', async () => {
    expect((await ask('plain')).body).toMatchObject({ displayName: 'plain', favorites: [] })
  })

  it.each(['nobody', '%00', 'a%2Fb', 'x'.repeat(5000)])('answers 404 for %j', async (name) => {
    const { status, body } = await ask(name)
    expect({ status, body }).toEqual({ status: 404, body: { error: 'User not found' } })
  })

  it.each(['', '%20', '%09'])('asks for a username when there is only %j', async (name) => {
    const { status, body } = await ask(name)
    expect({ status, body }).toEqual({ status: 400, body: { error: 'Username is required' } })
  })
})

describe('a failure behind the favorites (spec 7)', () => {
  const failing = (error: Error): FavoritesStore => ({
    list: () => Promise.reject(error),
    replace: () => Promise.reject(error),
    change: () => Promise.reject(error),
  })
  const routes = [
    ['GET', path, undefined],
    ['POST', path, { favorites: [] }],
    ['PATCH', path, { wallpaperId: 'a', action: 'add' }],
    ['GET', `${path}/ada`, undefined],
  ] as const
  const failed = { error: 'Failed to fetch favorites' }

  it.each(routes)('of %s %s has the documented text and no detail', async (method, url, body) => {
    const favorites = failing(new Error('password of the database'))
    const publicFavorites = () => favorites.list('')
    const accounts = await createAccountsApp({
      deps: { favorites, publicFavorites: publicFavorites as () => Promise<never> },
    })
    const { token } = await signUp(accounts)
    const response = await answer(send(accounts, method, url, body, bearer(token)))
    expect(response).toMatchObject({ status: 500, body: failed })
    await accounts.close()
  })

  it('says when to try again, where that helps', async () => {
    const busy = new DomainError('BUSY', failed.error, { retryAfterSeconds: 7 })
    const accounts = await createAccountsApp({ deps: { favorites: failing(busy) } })
    const { token } = await signUp(accounts)
    const { status, headers, body } = await answer(
      send(accounts, 'GET', path, undefined, bearer(token)),
    )
    expect({ status, body }).toEqual({ status: 503, body: failed })
    expect(headers.get('Retry-After')).toBe('7')
    await accounts.close()
  })

  it('of the sign-in itself has it too', async () => {
    const identity = { identify: () => Promise.reject(new Error('down')) }
    const accounts = await createAccountsApp()
    const broken = await createAccountsApp({
      deps: { identity: { ...accounts.identity, ...identity } },
    })
    expect(await answer(send(broken, 'GET', path))).toMatchObject({ status: 500, body: failed })
    await accounts.close()
    await broken.close()
  })
})
