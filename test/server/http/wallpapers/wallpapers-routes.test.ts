import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { wallpaperSchema } from '../../../../shared/wallpaper.ts'
import { wallpapersResponseSchema } from '../../../../shared/wallpapers-api.ts'
import { answer } from '../../../accounts-app.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp, failingSource, publicUrl } from '../../../test-app.ts'

type App = Awaited<ReturnType<typeof createTestApp>>

const makeRow = (file_name: string, category: string, orientation: string) =>
  makeIndexRow({ file_name, category, orientation })
const rows = [
  makeRow('blue-sea', '#nature', 'Desktop'),
  makeRow('red-car', '#cars', 'Desktop'),
  makeRow('tall-tree', '#nature', 'Mobile'),
  makeRow('space-nature-walk', '#art', 'Desktop'),
]

const get = (app: App, path: string) => answer(app.request(path))

const app = await createTestApp({ rows })

describe('GET /api/wallpapers (spec 4.1)', () => {
  it('answers exactly the five documented fields, in their order', async () => {
    const { status, body } = await get(app, '/api/wallpapers')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['wallpapers', 'count', 'category', 'type', 'color'])
    expect(body).toMatchObject({ count: 1, category: 'all', type: 'all', color: 'all' })
    expect(wallpapersResponseSchema.parse(body).wallpapers[0]).toMatch(
      new RegExp(`^${publicUrl}/main/[a-z-]+\\.[a-z]+$`),
    )
  })

  it.each([
    ['25', 4],
    ['-3', 1],
    ['99999999999999999999', 4],
    ['', 1],
  ])('count=%s is clamped to the range 1 to 10 without error', async (count, expected) => {
    const { status, body } = await get(app, `/api/wallpapers?count=${count}`)
    expect(status).toBe(200)
    expect(body.count).toBe(expected)
    expect(new Set(body.wallpapers).size).toBe(expected)
  })

  it.each(['abc', '1.5', '٣'])('count=%s is 400 and says what is expected', async (count) => {
    const error = `Invalid count '${count}': expected a whole number from 1 to 10`
    const asked = await get(app, `/api/wallpapers?count=${encodeURIComponent(count)}`)
    expect(asked).toMatchObject({ status: 400, body: { error } })
  })

  it('rule 6: an index that cannot be read is 500, with debug in development only', async () => {
    const source = failingSource(new Error('the disk is gone'))
    const quiet = await get(await createTestApp({ source }), '/api/wallpapers')
    expect(quiet).toMatchObject({ status: 500, body: { error: 'Internal server error' } })
    expect(quiet.body).not.toHaveProperty('debug')
    const loud = await get(await createTestApp({ source, development: true }), '/api/wallpapers')
    expect(loud.body.debug).toContain('the disk is gone')
  })

  it('is never cached, because every answer is another draw', async () => {
    expect((await get(app, '/api/wallpapers')).headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['seed=s&count=3', 'seed=s&count=3&page=2'],
    ['seed=s&limit=2&offset=1', 'seed=s&limit=2&offset=3'],
    ['sort=latest&limit=3', 'sort=latest&limit=3&offset=3'],
    ['sort=latest&offset=1', 'sort=latest&offset=2'],
  ])('after ?%s comes ?%s', async (query, next) => {
    const { headers, body } = await get(app, `/api/wallpapers?${query}`)
    expect(headers.get('Link')).toBe(`<${publicUrl}/api/wallpapers?${next}>; rel="next"`)
    const following = await get(app, `/api/wallpapers?${next}`)
    expect(following.body.wallpapers.length).toBeGreaterThan(0)
    expect(body.wallpapers).not.toContain(following.body.wallpapers[0])
  })

  it.each([
    'seed=s&count=2&page=2',
    'sort=latest&limit=4',
    'sort=latest&offset=9',
    'count=1',
    'limit=1',
  ])('no page comes after ?%s', async (query) => {
    expect((await get(app, `/api/wallpapers?${query}`)).headers.get('Link')).toBeNull()
  })

  it.each([
    '/api/wallpapers?seed=s',
    '/api/random-wallpaper?sort=latest',
    '/api/wallpapers?ids=blue-sea',
    '/api/wallpapers/blue-sea',
    '/api/wallpapers/blue-sea/similar',
    '/api/wallpapers/search?q=sea&sort=latest',
    '/api/instance',
  ])('%s is the same for everyone, so caches may store it for a minute', async (path) => {
    const { headers } = await get(app, path)
    expect(headers.get('Cache-Control')).toBe('public, max-age=60')
    const etag = headers.get('ETag') ?? ''
    const again = await app.request(path, { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('Content-Type')).toBeNull()
    for (const name of ['ETag', 'Cache-Control', 'Vary', 'Access-Control-Allow-Origin'])
      expect(again.headers.get(name)).toBe(headers.get(name))
  })

  it('compresses a long answer for a client that accepts it', async () => {
    const headers = { 'Accept-Encoding': 'gzip' }
    const zipped = await app.request('/api/wallpapers?limit=4&include=details', { headers })
    expect(zipped.headers.get('Vary')).toBe('Accept-Encoding')
    expect(zipped.headers.get('Content-Encoding')).toBe('gzip')
    const text = gunzipSync(await zipped.arrayBuffer()).toString()
    expect(JSON.parse(text)).toMatchObject({ count: 4 })
    const short = await app.request('/api/wallpapers', { headers })
    expect(short.headers.get('Content-Encoding')).toBeNull()
  })
})

describe('an unknown path', () => {
  it('is 404, and the error names it', async () => {
    const error = "No such path: '/api/nowhere/'"
    expect(await get(app, '/api/nowhere/')).toMatchObject({ status: 404, body: { error } })
  })
})

describe('GET /api/wallpapers/{id}', () => {
  it('answers one wallpaper with everything that is known of it', async () => {
    const { status, body } = await get(app, '/api/wallpapers/red-car')
    expect(status).toBe(200)
    expect(wallpaperSchema.parse(body)).toMatchObject({
      id: 'red-car',
      category: 'cars',
      type: 'desktop',
      image_url: `${publicUrl}/images/red-car`,
    })
  })

  it.each(['nobody', 'a%2Fb', '%E0%A4%A'])('%s is 404 with a JSON error', async (id) => {
    const { status, body } = await get(app, `/api/wallpapers/${id}`)
    expect(status).toBe(404)
    expect(body.error).toMatch(/not found|No such path/)
  })
})

describe('GET /api/wallpapers?ids=', () => {
  const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id)
  const ids = (query: string) => `/api/wallpapers?ids=${query}`

  it('answers exactly these wallpapers in that order, with details', async () => {
    const { body } = await get(app, ids('tall-tree,blue-sea,red-car'))
    expect(idsOf(body)).toEqual(['tall-tree', 'blue-sea', 'red-car'])
    expect(body.wallpapers).toEqual(body.items.map(({ url }: { url: string }) => url))
    expect(body).toMatchObject({ count: 3, category: 'all', type: 'all', color: 'all' })
    const listed = await get(app, '/api/wallpapers?ids=tall-tree&ids=blue-sea,red-car&count=1')
    expect(listed.body).toEqual(body)
  })

  it('leaves out unknown ids and what does not match the filters, until the list is empty', async () => {
    const query = 'nobody,tall-tree,red-car'
    expect(idsOf((await get(app, ids(query))).body)).toEqual(['tall-tree', 'red-car'])
    const mobile = await get(app, `${ids(query)}&type=mobile`)
    expect(mobile.body).toMatchObject({ count: 1, type: 'mobile', items: [{ id: 'tall-tree' }] })
    const none = await get(app, `${ids('nobody')}&category=nowhere`)
    expect(none).toMatchObject({ status: 200, body: { wallpapers: [], count: 0, items: [] } })
  })

  it.each(['from=ada', 'exclude=a', 'seed=s', 'page=2', 'sort=latest', 'limit=2', 'offset=0'])(
    'refuses %s, which says otherwise which wallpapers come in which order',
    async (other) => {
      const name = other.replace(/=.*/, '')
      expect(await get(app, `${ids('red-car')}&${other}`)).toMatchObject({
        status: 400,
        body: { error: `Invalid ${name}: expected ${name} or ids, not both` },
      })
    },
  )

  it('understands names of files as one wallpaper does, beside names that cannot be ids', async () => {
    const file = '100% lake.jpg'
    const app = await createTestApp({
      rows: [
        makeIndexRow({ file_name: 'lake', file_main_name: file }),
        makeIndexRow({ file_name: 'sea' }),
      ],
    })
    const list = encodeURIComponent(`${file},a<b,/,50%`)
    expect(idsOf((await get(app, ids(list))).body)).toEqual(['lake'])
    const { body } = await get(app, `/api/wallpapers?include=details&count=2&exclude=${list}`)
    expect(idsOf(body)).toEqual(['sea'])
  })

  it('refuses more ids than are accepted', async () => {
    expect(await get(app, ids(Array(201).fill('a').join()))).toMatchObject({
      status: 400,
      body: { error: 'Invalid ids 201 ids: expected up to 200 wallpaper ids, separated by commas' },
    })
  })
})

describe('GET /api/wallpapers/{id}/similar', () => {
  it('answers other wallpapers, the most similar first', async () => {
    const { status, body } = await get(app, '/api/wallpapers/blue-sea/similar?include=details')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['wallpapers', 'count', 'items'])
    expect(body.items.map((item: { url: string }) => item.url)).toEqual(body.wallpapers)
    expect(body).toMatchObject({ count: 3, items: [{ id: 'tall-tree' }, {}, {}] })
    for (const item of body.items) wallpaperSchema.parse(item)
  })

  it('of an unknown wallpaper is 404', async () => {
    expect(await get(app, '/api/wallpapers/nobody/similar')).toMatchObject({
      status: 404,
      body: { error: "Wallpaper 'nobody' not found" },
    })
  })
})

describe('GET /api/wallpapers/index', () => {
  it('answers the bare array of rows that existing clients read, without the dead ones', async () => {
    const dead = makeIndexRow({ file_name: 'dead', file_main_name: '' })
    const { status, body } = await get(
      await createTestApp({ rows: [...rows, dead] }),
      '/api/wallpapers/index',
    )
    expect(status).toBe(200)
    expect(body).toEqual(rows)
  })
})
