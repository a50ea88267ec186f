import { afterAll, describe, expect, it } from 'vitest'
import { createFrescoClient } from '../../../shared/client/fresco-client.ts'
import { FrescoError } from '../../../shared/client/fresco-error.ts'
import type { FrescoClientOptions } from '../../../shared/client/request.ts'
import { describeServer } from '../../server/http/openapi/servers.ts'
import { createWebApp, makePerson, password } from '../../server/web/web-app.ts'
import { publicUrl } from '../../test-app.ts'

const web = await createWebApp()
afterAll(() => web.close())

const connect = (options: Partial<FrescoClientOptions> = {}) => {
  const sent: Request[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    sent.push(request.clone())
    return web.app.fetch(request)
  }
  return { client: createFrescoClient({ baseUrl: `${publicUrl}/`, fetch, ...options }), sent }
}

const facing = (answer: Response | Error) =>
  createFrescoClient({
    baseUrl: publicUrl,
    fetch: async () => {
      if (answer instanceof Error) throw answer
      return answer.clone()
    },
  })

const errorOf = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof FrescoError) return error
  throw new Error(`${error} is no FrescoError`)
}

describe('createFrescoClient', () => {
  it('sends the parameters and returns wallpapers', async () => {
    const { client, sent } = connect()
    const query = { type: 'desktop', count: 2, exclude: ['red-dune'], include: 'details' } as const
    const { count, items } = await client.getWallpapers({ ...query, category: undefined })
    expect(new URL(sent[0]?.url ?? '').search).toBe(
      '?type=desktop&count=2&exclude=red-dune&include=details',
    )
    expect(count).toBe(2)
    expect(items?.map(({ id }) => id).toSorted()).toEqual(['lake-view', 'pine-wood'])
  })

  it('sends filters with one value or with several', async () => {
    const { client, sent } = connect()
    const filters = { category: ['nature', 'art'], ratio: '16x9', atleast: '1920x1080' } as const
    const found = await client.getWallpapers({ ...filters, sort: 'latest', limit: 2 })
    expect(found).toMatchObject({ category: 'nature,art', ratio: '16x9', atleast: '1920x1080' })
    expect(found.total).toBeGreaterThan(0)
    await client.searchWallpapers({ q: 'lake', ...filters })
    await client.getHostedWallpapers({ ...filters, tag: 'desktop' })
    expect(sent.map(({ url }) => new URL(url).searchParams.get('category'))).toEqual(
      Array(3).fill('nature,art'),
    )
  })

  it('gets the wallpaper of the day, and builds the URLs of random and daily pictures', async () => {
    const { client } = connect()
    const { date, wallpaper } = await client.getToday({ tone: undefined, date: '2026-11-22' })
    expect([date, wallpaper.width]).toEqual(['2026-11-22', 3840])
    expect(
      client.randomUrl({ w: 800, h: 480, category: ['nature', 'art'], exclude: ['a', 'b'] }),
    ).toBe(`${publicUrl}/random?w=800&h=480&category=nature%2Cart&exclude=a%2Cb`)
    expect(client.todayUrl({ tz: 'Europe/Berlin', format: 'webp' })).toBe(
      `${publicUrl}/today?tz=Europe%2FBerlin&format=webp`,
    )
  })

  it('signs in, and changes favorites with the token', async () => {
    const { username } = await makePerson(web)
    const { token } = await connect().client.signIn({ username, password })
    const { client } = connect({ token: async () => token })
    const added = await client.changeFavorite({ wallpaperId: 'lake-view', action: 'add' })
    expect(added.favorites).toEqual(['lake-view'])
    const { items } = await client.getFavorites({ include: 'details' })
    expect(items?.map(({ id }) => id)).toEqual(['lake-view'])
    expect((await client.getSession()).user.username).toBe(username)
    expect((await client.getPublicFavorites(username)).favoritesCount).toBe(1)
    await client.signOut()
    expect((await errorOf(client.getFavorites())).status).toBe(401)
  })

  it('never sends the token to public routes', async () => {
    const { client, sent } = connect({ token: 'secret' })
    await client.getWallpapers()
    await errorOf(client.getFavorites())
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([null, 'Bearer secret'])
  })

  it('has a function for every route of the API', async () => {
    const { paths = {} } = await describeServer('local')
    const named = Object.values(paths).flatMap(({ get, post, patch }) =>
      [get, post, patch].flatMap((operation) => operation?.operationId ?? []),
    )
    expect(named.filter((name) => !(name in connect().client)).toSorted()).toEqual(forOthers)
  })
})

/**
 * API operations without a function in the client: files, documents for other programs, and
 * addresses that answers already contain.
 */
const forOthers = [
  'getHealth',
  'getImageVersion',
  'getIndexFile',
  'getJpegOfToday',
  'getMainFile',
  'getOpenApi',
  'getPictureOfToday',
  'getPreviewFile',
  'getRandomJpeg',
  'getRandomPicture',
  'getRandomWebp',
  'getRobots',
  'getRss',
  'getSitemap',
  'getTagsFile',
  'getUserImage',
  'getWebpOfToday',
]

describe('a call that fails', () => {
  it('throws the server’s message', async () => {
    const error = await errorOf(connect().client.getWallpaper('nowhere'))
    expect(error).toMatchObject({ code: 'REFUSED', status: 404 })
    expect(error.message).toBe("Wallpaper 'nowhere' not found")
  })

  it('says when to try again', async () => {
    const headers = { 'Retry-After': '7' }
    const busy = facing(Response.json({ error: 'Busy' }, { status: 503, headers }))
    expect(await errorOf(busy.getColors())).toMatchObject({ status: 503, retryAfterMs: 7000 })
  })

  it('reports a server that does not answer', async () => {
    const cause = new TypeError('fetch failed')
    expect(await errorOf(facing(cause).getColors())).toMatchObject({
      code: 'UNREACHABLE',
      status: undefined,
      cause,
    })
  })

  it.each(['localhost:8787', '/api'])('names an address that is none: %s', async (baseUrl) => {
    const error = await errorOf(createFrescoClient({ baseUrl }).getColors())
    expect(error).toMatchObject({ code: 'UNREACHABLE', message: `No answer from ${baseUrl}` })
  })

  it.each([
    [200, '<h1>Welcome to the café</h1>'],
    [200, '{"wallpapers":"none"}'],
    [502, '<h1>Bad gateway</h1>'],
    [404, 'Not found'],
  ])('does not accept answers of another kind of server: %i %s', async (status, body) => {
    const error = await errorOf(facing(new Response(body, { status })).getWallpapers())
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status })
  })

  it('throws the signal’s reason when the signal is aborted', async () => {
    const client = createFrescoClient({ baseUrl: publicUrl })
    const reason = new Error('enough')
    const call = client.getWallpapers({}, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
  })
})
