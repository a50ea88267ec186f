import { beforeAll, describe, expect, it } from 'vitest'
import { hostedResponseSchema } from '../../../../shared/hosted-api.ts'
import { searchResponseSchema } from '../../../../shared/search-api.ts'
import { wallpapersResponseSchema } from '../../../../shared/wallpapers-api.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'

const rows = [
  makeIndexRow({
    file_name: 'night-lake',
    timestamp: '2026-01-01',
    data: { luminance: 0.05, palette: ['#101820', '#33669A'] },
  }),
  makeIndexRow({
    file_name: 'white-lake',
    category: '#art',
    width: 2560,
    height: 1080,
    timestamp: '2026-01-03',
    data: { luminance: 0.8, palette: ['#F0F0F0'], primary_colors: ['white'] },
  }),
  makeIndexRow({
    file_name: 'tall-lake',
    category: '#cars',
    orientation: 'Mobile',
    width: 1080,
    height: 2400,
    timestamp: '2026-01-02',
    data: { luminance: 0.3, palette: ['#A04040'], primary_colors: ['red'] },
  }),
  makeIndexRow({ file_name: 'unknown-lake', width: null, timestamp: undefined }),
]

let app: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  app = await createTestApp({ rows })
})

const get = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, body: await response.json() }
}
const toName = (url: string) => url.replace(/^.*\/|\.[a-z]+$/g, '')

const filters: [query: string, names: string[]][] = [
  ['tone=dark', ['night-lake']],
  ['tone=LIGHT', ['white-lake']],
  ['ratio=21x9,portrait', ['tall-lake', 'white-lake']],
  ['ratio=21:9,%2016:9', ['night-lake', 'white-lake']],
  ['atleast=2560x1080', ['night-lake', 'white-lake']],
  ['color=%23336699', ['night-lake']],
  ['color=336699', ['night-lake']],
  ['color=%2523336699', ['night-lake']],
  ['color=red,336699', ['night-lake', 'tall-lake']],
  ['category=art,cars', ['tall-lake', 'white-lake']],
  ['category=art,%20nature&tone=dark&ratio=landscape&atleast=1920x1080', ['night-lake']],
]

describe.each(['/api/wallpapers', '/api/random-wallpaper'])('the filters of %s', (path) => {
  it.each(filters)('finds with %s: %j', async (query, names) => {
    const { status, body } = await get(`${path}?${query}&count=10`)
    expect(status).toBe(200)
    expect(wallpapersResponseSchema.parse(body).wallpapers.map(toName).sort()).toEqual(names)
  })

  it('repeats the filters that were given, and only those', async () => {
    const query = 'category=Art,Nature&color=%23336699,White&tone=Dark&ratio=16:9&atleast=1x1'
    const { body } = await get(`${path}?${query}`)
    expect(body).toEqual({
      wallpapers: [expect.stringContaining('night-lake')],
      count: 1,
      category: 'art,nature',
      type: 'all',
      color: '#336699,white',
      tone: 'dark',
      ratio: '16x9',
      atleast: '1x1',
    })
    expect(Object.keys((await get(`${path}?category=art`)).body)).toHaveLength(5)
  })

  it.each([
    ['tone=dim', "Invalid tone 'dim': expected dark or light"],
    [
      'atleast=big',
      "Invalid atleast 'big': expected a width and a height in pixels, like 2560x1440",
    ],
    ['sort=oldest', "Invalid sort 'oldest': expected random, latest or downloads"],
    ['sort=relevance', "Invalid sort 'relevance': expected random, latest or downloads"],
    ['limit=101', "Invalid limit '101': expected a whole number from 1 to 100"],
    ['offset=-1', "Invalid offset '-1': expected a whole number from 0"],
  ])('answers 400 to %s and says what is accepted', async (query, error) => {
    expect(await get(`${path}?${query}`)).toEqual({ status: 400, body: { error } })
  })

  it('says in a 404 how many wallpapers were left out', async () => {
    expect(await get(`${path}?tone=dark&ratio=square`)).toEqual({
      status: 404,
      body: {
        error:
          "No wallpapers found with tone 'dark', ratio 'square'. 1 wallpaper was left out because its size or luminance is not known",
      },
    })
  })

  it('lists the newest first, with limit and offset, and says how many there are', async () => {
    const { body } = await get(`${path}?sort=latest&limit=2&offset=1`)
    expect(body.wallpapers.map(toName)).toEqual(['tall-lake', 'night-lake'])
    expect(body).toMatchObject({ count: 2, total: 4 })
    expect((await get(`${path}?sort=latest&offset=9`)).body).toMatchObject({ count: 0, total: 4 })
    expect((await get(`${path}?limit=100`)).body.wallpapers).toHaveLength(4)
  })
})

describe('the filters of /api/random-wallpapers', () => {
  it.each(filters)('finds with %s: %j', async (query, names) => {
    const { status, body } = await get(`/api/random-wallpapers?${query}&count=10`)
    expect(status).toBe(200)
    expect(
      hostedResponseSchema
        .parse(body)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names)
  })

  it('work together with tag and resolution', async () => {
    const { body } = await get('/api/random-wallpapers?tag=desktop&resolution=4k&tone=dark')
    expect(body).toMatchObject([{ name: 'night-lake' }])
    expect((await get('/api/random-wallpapers?tag=mobile&tone=dark')).body).toEqual([])
  })
})

describe('the filters of /api/wallpapers/search', () => {
  it.each(filters)('finds with %s: %j', async (query, names) => {
    const { status, body } = await get(`/api/wallpapers/search?q=lake&${query}`)
    expect(status).toBe(200)
    const { results, total } = searchResponseSchema.parse(body)
    expect(results.map(({ name }) => name).sort()).toEqual(names)
    expect(total).toBe(names.length)
  })

  it('lists the newest first with sort=latest', async () => {
    const { body } = await get('/api/wallpapers/search?q=lake&sort=latest&limit=3')
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual([
      'white-lake',
      'tall-lake',
      'night-lake',
    ])
    expect((await get('/api/wallpapers/search?q=lake&sort=old')).body.error).toBe(
      "Invalid sort 'old': expected relevance, latest, random or downloads",
    )
  })
})
