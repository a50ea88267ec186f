import { afterAll, describe, expect, it } from 'vitest'
import { DomainError } from '../../../../server/domain-error.ts'
import { answer } from '../../../accounts-app.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'
import { accountsElsewhere, createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

const makeRow = (file_name: string, category: string, orientation: string, color: string) =>
  makeIndexRow({ file_name, category, orientation, data: { primary_colors: [color] } })
const rows = [
  makeRow('blue-sea', '#nature', 'Desktop', 'blue'),
  makeRow('red-car', '#cars', 'Desktop', 'red'),
  makeRow('tall-tree', '#nature', 'Mobile', 'dark-green'),
  makeRow('space-nature-walk', '#art', 'Desktop', 'red'),
]
const names = (urls: string[]) => urls.map((url) => url.replace(/^.*\/|\.[a-z]+$/g, '')).sort()

const get = ({ request }: WebApp['app'], path: string) => answer(request(path))

const web = await createWebApp({ rows })
const ids = ['left-long-ago', 'red-car', 'tall-tree', 'space-nature-walk']
const { username: ada } = await makePerson(web, { ids })
afterAll(() => web.close())

describe.each(['/api/wallpapers', '/api/random-wallpaper'])('GET %s?from=', (path) => {
  const ask = (query: string) => get(web.app, `${path}?${query}`)

  it('selects among the favorites of that user that the catalogue has', async () => {
    const { status, headers, body } = await ask(`from=@${ada}&count=10`)
    expect(status).toBe(200)
    expect(names(body.wallpapers)).toEqual(['red-car', 'space-nature-walk', 'tall-tree'])
    expect(Object.keys(body)).toEqual(['wallpapers', 'count', 'category', 'type', 'color'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it('takes the name in any case, with or without the @, in any encoding', async () => {
    for (const from of [ada, ada.toUpperCase(), `%40${ada}`, `%20@${ada}%20`]) {
      const { status, body } = await ask(`from=${from}&count=10`)
      expect([from, status, body.count]).toEqual([from, 200, 3])
    }
  })

  it.each(['', '%20', '%09'])('an empty value (%j) is not a list', async (from) => {
    expect(names((await ask(`from=${from}&count=10`)).body.wallpapers)).toHaveLength(4)
  })

  it('knows a heart as soon as it is there', async () => {
    const { username, userId } = await makePerson(web, { ids: ['red-car'] })
    expect(names((await ask(`from=${username}`)).body.wallpapers)).toEqual(['red-car'])
    await web.favorites.replace(userId, ['blue-sea'])
    expect(names((await ask(`from=${username}`)).body.wallpapers)).toEqual(['blue-sea'])
  })

  it('a seeded page of the list is checked each time, because the list may be gone', async () => {
    const { headers } = await ask(`from=@${ada}&seed=s&count=2`)
    expect(headers.get('Cache-Control')).toBe('no-cache')
    expect(headers.get('ETag')).toMatch(/^W\/"/)
  })

  it('a user whom nobody knows is 404, as is everyone on a server without accounts', async () => {
    const unknown = { status: 404, body: { error: 'User not found' } }
    expect(await ask('from=@nobody')).toMatchObject(unknown)
    const alone = await createTestApp({ rows })
    expect(await get(alone, `${path}?from=@${ada}`)).toMatchObject(unknown)
  })

  it.each(['@', '@@ada', 'a b', 'a/b', 'a%b', 'a\u0000b', 'x'.repeat(129)])(
    'from=%j is 400 and says what is expected',
    async (from) => {
      const { status, body } = await ask(`from=${encodeURIComponent(from)}`)
      expect(status).toBe(400)
      expect(body.error).toMatch(/^Invalid from '.*': expected @ and a username of up to 128 /)
    },
  )

  it.each([
    [new Error('password of the database'), 500, null],
    [new DomainError('BUSY', 'Failed to fetch favorites', { retryAfterSeconds: 7 }), 503, '7'],
  ])('a failure behind the favorites has the documented text: %s', async (error, status, after) => {
    const accounts = accountsElsewhere(web, () => Promise.reject(error))
    const failing = await createTestApp({ rows, accounts })
    const failed = await get(failing, `${path}?from=@${ada}`)
    expect(failed).toMatchObject({ status, body: { error: 'Failed to fetch favorites' } })
    expect(failed.headers.get('retry-after')).toBe(after)
    expect((await get(failing, path)).status).toBe(200)
  })
})

it('GET /random?from= selects among the favorites', async () => {
  const open = (query = '') => web.app.request(`/random?from=@${ada}${query}`, { method: 'HEAD' })
  expect(ids).toContain((await open()).headers.get('X-Wallpaper-Id'))
  expect((await open(`&exclude=${ids}`)).status).toBe(404)
})

describe('GET /api/wallpapers/today?from=', () => {
  it('is checked each time, because the list may be gone', async () => {
    const { username } = await makePerson(web, { ids: ['red-car'] })
    for (const query of [`from=@${username}`, `from=@${username}&date=2026-11-20`]) {
      const { status, headers, body } = await get(web.app, `/api/wallpapers/today?${query}`)
      expect(body.wallpaper.id).toBe('red-car')
      expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
      expect(headers.get('ETag')).not.toBeNull()
    }
  })
})
