import { describe, expect, it } from 'vitest'
import { searchResponseSchema } from '../../../../shared/search-api.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'

const rows = [
  makeIndexRow({
    file_name: 'mountain-lake',
    category: '#nature',
    orientation: 'Desktop',
    data: { tags: ['water', 'calm'], scene_description: 'A still lake below high peaks.' },
  }),
  makeIndexRow({
    file_name: 'city-rain',
    category: '#architecture',
    orientation: 'Mobile',
    data: { tags: ['water', 'neon'], scene_description: 'Wet streets at night.' },
  }),
  makeIndexRow({
    file_name: 'red-coupe',
    category: '#cars',
    orientation: 'Desktop',
    data: { tags: ['road'], scene_description: 'A car beside a mountain road.' },
  }),
]

const app = await createTestApp({ rows })

describe('GET /api/wallpapers/search (spec 4.4)', () => {
  const search = async (query: string) => {
    const response = await app.request(`/api/wallpapers/search?${query}`)
    return { status: response.status, body: await response.json() }
  }
  const found = (body: { results: { public_id: string }[] }) =>
    body.results.map(({ public_id }) => public_id)

  it('adds the details of each result with include=details', async () => {
    const { body } = await search('q=mountain&include=details')
    const { items, results } = searchResponseSchema.parse(body)
    expect(items?.map(({ id }) => id)).toEqual(results.map(({ public_id }) => public_id))
    expect(items?.[0]?.preview_url).toMatch(/^http/)
    expect((await search('q=mountain&include=all')).status).toBe(400)
  })

  it('answers results, total, limit and offset', async () => {
    const { status, body } = await search('q=lake')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['results', 'total', 'limit', 'offset'])
    expect(searchResponseSchema.parse(body)).toMatchObject({ total: 1, limit: 20, offset: 0 })
    expect(Object.keys(body.results[0])).toEqual([
      'public_id',
      'name',
      'url',
      'category',
      'tags',
      'relevance',
    ])
    expect(body.results[0]).toMatchObject({ public_id: 'mountain-lake', name: 'mountain-lake' })
  })

  it.each(['q=water', 'count=3'])(
    'sort=random has another order in each answer to %s, so no cache may store one',
    async (query) => {
      const orders = new Set<string>()
      for (let asked = 0; asked < 60; asked++)
        orders.add(found((await search(`${query}&sort=random`)).body).join())
      expect(orders.size).toBeGreaterThan(1)
      const { headers } = await app.request(`/api/wallpapers/search?${query}&sort=random`)
      expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['no-store', null])
    },
  )

  it('tells the relevance in four digits', async () => {
    const { body } = await search('q=mountain')
    expect(body.results).toHaveLength(2)
    for (const { relevance } of body.results) expect(String(relevance)).toMatch(/^0\.0*\d{1,4}$/)
  })

  it('pages by limit and offset, with the total of all', async () => {
    const all = found((await search('q=water')).body)
    const { body } = await search('q=water&limit=1&offset=1')
    expect(body).toMatchObject({ total: 2, limit: 1, offset: 1 })
    expect(found(body)).toEqual(all.slice(1))
    expect((await search('q=water&offset=50')).body).toMatchObject({ results: [], total: 2 })
  })

  it('says in Link where the next page is, as long as there is one', async () => {
    const linkOf = async (query: string) =>
      (await app.request(`/api/wallpapers/search?${query}`)).headers.get('Link')
    expect(await linkOf('q=water&limit=1')).toBe(
      `<${publicUrl}/api/wallpapers/search?q=water&limit=1&offset=1>; rel="next"`,
    )
    expect(await linkOf('q=water&limit=1&offset=1')).toBeNull()
    expect(await linkOf('count=1')).toContain('?count=1&offset=1>')
    expect(await linkOf('count=1&sort=random')).toBeNull()
  })

  it('has the rows of the index beside its own fields when it is asked for a count', async () => {
    const limited = (await search('q=coupe&limit=10')).body
    const counted = await search('q=coupe&count=10')
    expect(counted).toEqual({ status: 200, body: { ...limited, wallpapers: [rows[2]] } })
    expect((await search('q=&count=2')).body.wallpapers).toHaveLength(2)
    expect((await search('count=0')).body.wallpapers).toHaveLength(1)
    expect((await search('count=1000')).body.wallpapers).toHaveLength(rows.length)
    expect((await search('count=many')).status).toBe(400)
  })

  it.each(['', 'q=%20%20', 'limit=5'])('a missing q (%s) is 400 and says how', async (query) => {
    const { status, body } = await search(query)
    expect(status).toBe(400)
    expect(body.error).toContain('Missing q')
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=1.5', 'type=tv'])(
    '%s is 400',
    async (query) => {
      expect((await search(`q=lake&${query}`)).status).toBe(400)
    },
  )
})
