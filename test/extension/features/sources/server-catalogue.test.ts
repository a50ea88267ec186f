import { describe, expect, it } from 'vitest'
import type { Filters } from '../../../../extension/features/settings/settings.ts'
import {
  createServerCatalogue,
  usualChoices,
} from '../../../../extension/features/sources/server-catalogue.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDetail, makeFilters } from '../../fakes/make-wallpaper.ts'

const filters = makeFilters()
const answer = { count: 1, category: 'all', type: 'all', color: 'all' }

const clientOf = (respond: () => Response | Promise<Response>) =>
  createServerCatalogue(async () => respond())
const json = (body: unknown, init?: ResponseInit) => Response.json(body, init)
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof FetchError ? error : undefined),
  )

const askedFor = async (...query: Parameters<ReturnType<typeof createServerCatalogue>['find']>) => {
  const asked: string[] = []
  const client = createServerCatalogue(async (input) => {
    asked.push(String(input))
    return json({ ...answer, wallpapers: [] })
  })
  await client.find(...query)
  return asked
}

describe('createServerCatalogue', () => {
  it('names the filters and what to leave out', async () => {
    const all: Filters = {
      ...filters,
      type: 'mobile',
      category: 'nature,art',
      color: 'dark green',
      ratio: '1080x1920',
      atleast: '1080x1920',
    }
    const { searchParams } = new URL((await askedFor(all, ['a', 'b']))[0] ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      type: 'mobile',
      category: 'nature,art',
      color: 'dark green',
      ratio: '1080x1920',
      atleast: '1080x1920',
      exclude: 'a,b',
    })
  })

  it('leaves out what was excluded, also when the server does not know how', async () => {
    const client = clientOf(() => json({ ...answer, wallpapers: ['x'], items: [makeDetail()] }))
    expect(await client.find(filters, [])).toEqual([makeDetail()])
    expect(await client.find(filters, ['lake'])).toEqual([])
  })

  it('makes do with a server that sends addresses only', async () => {
    const url = 'https://files.test/main/blue%20lake.png'
    const client = clientOf(() =>
      json({ ...answer, wallpapers: [url, 'https://files.test/lake.jpg'] }),
    )
    const [first, ...rest] = await client.find(filters, [])
    expect(rest).toEqual([])
    expect(first).toMatchObject({ id: 'lake', url: 'https://files.test/lake.jpg' })
  })

  it('finds nothing if the server says that nothing matches', async () => {
    const client = clientOf(() => json({ error: 'No wallpapers found' }, { status: 404 }))
    expect(await client.find(filters, [])).toEqual([])
  })

  it.each([
    ['a page', () => new Response('<h1>It works!</h1>'), 'not-a-catalogue'],
    ['other JSON', () => json({ hello: 'world' }), 'not-a-catalogue'],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'unreachable'],
  ] as const)('takes %s for a problem', async (_what, respond, kind) => {
    const error = await problemOf(clientOf(respond).find(filters, []))
    expect(error?.problem.kind).toBe(kind)
  })

  it('answers all that the server knows of one wallpaper', async () => {
    const lake = makeDetail({ id: 'lake' })
    expect(await clientOf(() => json(lake)).describe('http://server.test', 'lake')).toEqual(lake)
  })
})

describe('createServerCatalogue of the day', () => {
  const answerWith = (status: number, body: unknown) => {
    const asked: URL[] = []
    const { findDay } = createServerCatalogue(async (input) => {
      asked.push(new URL(String(input)))
      return json(body, { status })
    })
    return { findDay, asked }
  }
  const today = { date: '2026-11-22', tz: 'UTC', wallpaper: makeDetail() }

  it('asks for the day in the time zone of this device, with all filters', async () => {
    const next = '2026-11-23T00:00:00.000Z'
    const { findDay, asked } = answerWith(200, { ...today, next_at: next })
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const found = await findDay({ ...filters, category: 'nature,art', tone: 'dark' }, '2026-11-22')
    expect(asked[0]?.pathname).toBe('/api/wallpapers/today')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      category: 'nature,art',
      tone: 'dark',
      tz: timeZone,
      date: '2026-11-22',
    })
    expect(found).toEqual({
      date: '2026-11-22',
      endsAt: Date.parse(next),
      wallpaper: makeDetail(),
    })
  })

  it.each([
    [404, { error: 'No wallpapers available' }],
    [404, 'Not found'],
    [400, { error: 'Invalid tz' }],
    [200, { wallpapers: [] }],
  ])('finds none if the server answers %i %j', async (status, body) =>
    expect(await answerWith(status, body).findDay(filters)).toBeUndefined(),
  )

  it('throws if the server asks to wait, and says how long', async () => {
    const headers = { 'Retry-After': '120' }
    const { findDay } = clientOf(() => json({ error: 'No' }, { status: 429, headers }))
    expect(await problemOf(findDay(filters))).toMatchObject({
      problem: { kind: 'refused', status: 429 },
      retryAfterMs: 120_000,
    })
  })
})

const fetchFrom = (lists: { categories: unknown; colors: unknown }) => async (url: unknown) =>
  Response.json(String(url).endsWith('/categories') ? lists.categories : lists.colors)

const server = 'http://server.test'

describe('listChoices of a server', () => {
  it('has the categories of the server, the largest first, and its known colors in usual order', async () => {
    const categories = [
      { name: 'art', count: 2 },
      { name: 'nature', count: 9 },
    ]
    const colors = [
      { name: 'red', hex: '#FF0000' },
      { name: 'black', hex: '#000000' },
      { name: 'very-odd', hex: '#000000' },
    ]
    const choices = await createServerCatalogue(fetchFrom({ categories, colors })).listChoices(
      server,
    )
    expect(choices.categories.map(({ name }) => name)).toEqual(['nature', 'art'])
    expect(choices.colors).toEqual(['black', 'red'])
  })

  it.each([
    ['is down', () => Promise.reject(new TypeError())],
    ['answers nonsense', async () => new Response('<h1>')],
    ['has nothing', async () => Response.json([])],
  ])('has the usual names when the server %s', async (_what, fetch) => {
    expect(await createServerCatalogue(fetch).listChoices(server)).toEqual(usualChoices)
  })
})
