import { describe, expect, it } from 'vitest'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'

const matching = { luminance: 0.05, palette: ['#33669A'], primary_colors: ['blue'] }
/** Each row but the first is left out by exactly one filter. */
const rows = [
  makeIndexRow({ file_name: 'night-lake', timestamp: '2026-01-01', data: matching }),
  makeIndexRow({
    file_name: 'white-lake',
    timestamp: '2026-01-03',
    data: { ...matching, luminance: 0.8 },
  }),
  makeIndexRow({
    file_name: 'tall-lake',
    width: 1080,
    height: 2400,
    orientation: 'Mobile',
    timestamp: '2026-01-02',
    data: matching,
  }),
  makeIndexRow({ file_name: 'small-lake', width: 1280, height: 720, data: matching }),
  makeIndexRow({ file_name: 'far-lake', category: '#cars', data: matching }),
  makeIndexRow({ file_name: 'gray-lake', data: { ...matching, palette: ['#808080'] } }),
  makeIndexRow({ file_name: 'unknown-lake', width: null, timestamp: undefined }),
]
const every =
  'category=art,%20Nature&color=%2333669a,red&tone=DARK&ratio=16:9,square&atleast=1920x1080'

const app = await createTestApp({ rows })

const get = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, body: await response.json() }
}
const toName = (url: string) => url.replace(/^.*\/|\.[a-z]+$/g, '')
type Body = Named[] & { wallpapers: string[]; results: Named[] }
interface Named {
  name: string
}
const namesIn = (body: Named[]) => body.map(({ name }) => name)

it.each([
  ['/api/wallpapers?count=10', ({ wallpapers }) => wallpapers.map(toName)],
  ['/api/random-wallpaper?count=10', ({ wallpapers }) => wallpapers.map(toName)],
  ['/api/random-wallpapers?count=10', (body) => namesIn(body)],
  ['/api/wallpapers/search?q=lake', ({ results }) => namesIn(results)],
] as [string, (body: Body) => string[]][])('%s applies every filter', async (path, toNames) => {
  expect(toNames((await get(path)).body)).toHaveLength(path.includes('random-wallpapers') ? 6 : 7)
  expect(toNames((await get(`${path}&${every}`)).body)).toEqual(['night-lake'])
})

describe.each(['/api/wallpapers', '/api/random-wallpaper'])('the filters of %s', (path) => {
  it('are repeated as far as they were given', async () => {
    const { body } = await get(`${path}?${every}`)
    expect(body).toEqual({
      wallpapers: [expect.stringContaining('night-lake')],
      count: 1,
      category: 'art,nature',
      type: 'all',
      color: '#33669a,red',
      tone: 'dark',
      ratio: '16x9,square',
      atleast: '1920x1080',
    })
    expect(Object.keys((await get(`${path}?category=cars`)).body)).toHaveLength(5)
  })

  it.each([
    ['type=tablet', "Invalid type 'tablet': expected desktop or mobile"],
    ['tone=dim', "Invalid tone 'dim': expected dark or light"],
    ['sort=oldest', "Invalid sort 'oldest': expected random or latest"],
    ['sort=relevance', "Invalid sort 'relevance': expected random or latest"],
    ['limit=101', "Invalid limit '101': expected a whole number from 1 to 100"],
    ['offset=-1', "Invalid offset '-1': expected a whole number from 0"],
  ])('are refused with 400 and what is accepted: %s', async (query, error) => {
    expect(await get(`${path}?${query}`)).toEqual({ status: 400, body: { error } })
  })
})

it('the filters of /api/random-wallpapers work together with tag and resolution', async () => {
  const { body } = await get('/api/random-wallpapers?tag=desktop&resolution=4k&color=%23808080')
  expect(body).toMatchObject([{ name: 'gray-lake' }])
  expect(await get('/api/random-wallpapers?tag=mobile&category=cars')).toEqual({
    status: 200,
    body: [],
  })
})

describe('filters by tag and license', async () => {
  const toRow = (name: string, tags: readonly string[], license?: string) =>
    makeIndexRow({ file_name: name, license, data: { tags, category: 'nature' } })
  const { request } = await createTestApp({
    rows: [
      toRow('free-lake', ['Lake', 'fog'], 'CC BY 4.0'),
      toRow('shared-lake', ['lake'], 'https://creativecommons.org/licenses/by-sa/4.0/'),
      toRow('sold-lake', ['lake'], 'All rights reserved'),
      toRow('silent-lake', ['lake']),
      toRow('busy-lake', ['lake', 'people'], 'CC0'),
      makeIndexRow({ file_name: 'free-cars', category: '#cars', license: 'CC0' }),
    ],
  })

  it('also choose the picture of the day and what feeds have', async () => {
    const asked = 'tag=lake,-people&license=free&category=-cars'
    const { wallpaper } = await (await request(`/api/wallpapers/today?${asked}`)).json()
    expect(['free-lake', 'shared-lake']).toContain(wallpaper.id)
    const feed = await (await request(`/feed.rss?${asked}`)).text()
    expect(feed.match(/<item>/g)).toHaveLength(2)
  })
})
