import { describe, expect, it } from 'vitest'
import type { DownloadsDeps } from '../../../../server/http/downloads/downloads-routes.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createMemoryDownloads, makeDownloads } from '../../../memory-downloads.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'

const rows = [
  makeIndexRow({ file_name: 'Lake-View', category: '#nature' }),
  makeIndexRow({ file_name: 'phone/pine', width: 1080, height: 1920, orientation: 'Mobile' }),
  makeIndexRow({ file_name: 'square', width: 500, height: 500, category: '', orientation: '' }),
]

const open = async (downloads: DownloadsDeps | undefined = makeDownloads()) => {
  const app = await createTestApp({ rows, downloads })
  const path = `${publicUrl}/api/downloads`
  const post = async (body: unknown, client = 'one') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await app.request(path, { method: 'POST', body: text }, { client })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const list = async (query = '') => {
    const response = await app.request(`${path}${query}`)
    return { status: response.status, body: await response.json() }
  }
  const counts = async () => {
    const { body } = await list()
    return body.wallpapers.map(
      ({ sha, download_count }: { sha: string; download_count: number }) =>
        `${sha} ${download_count}`,
    )
  }
  return { app, path, post, list, counts }
}

const notCounted = {
  error:
    'This server does not count downloads. Its operator can change that with DOWNLOAD_COUNTS=on',
}

describe('addDownloadsRoutes', () => {
  it('answers 404 and says why on a server that does not count', async () => {
    const app = await createTestApp({ rows })
    for (const method of ['GET', 'POST']) {
      const response = await app.request('/api/downloads', { method })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual(notCounted)
    }
  })

  it('lists the most downloaded wallpapers first, with what the catalogue knows of them', async () => {
    const { post, list } = await open()
    expect((await list()).body).toEqual({ success: true, wallpapers: [] })
    for (const name of [
      'square',
      'phone/pine',
      'phone/pine',
      'Lake-View',
      'Lake-View',
      'Lake-View',
    ])
      expect(await post({ name })).toMatchObject({ status: 200, body: { success: true } })
    const updated_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const [lake, pine, square] = [
      { sha: 'Lake-View', name: 'Lake-View', platform: 'desktop', category: 'nature' },
      { sha: 'phone/pine', name: 'pine', platform: 'mobile', category: 'nature' },
      { sha: 'square', name: 'square', platform: 'unknown', category: 'unknown' },
    ]
    const wallpapers = [
      { ...lake, download_count: 3, updated_at },
      { ...pine, download_count: 2, updated_at },
      { ...square, download_count: 1, updated_at },
    ]
    expect((await list()).body).toEqual({ success: true, wallpapers })
    expect((await list('?limit=2')).body.wallpapers).toEqual(wallpapers.slice(0, 2))
    expect((await list('?limit=0')).body.wallpapers).toHaveLength(1)
    expect((await list('?limit=101')).body.wallpapers).toHaveLength(3)
    expect((await list('?limit=few')).status).toBe(400)
  })

  it('finds a wallpaper by every spelling of its id, and by its name if the other text is unknown', async () => {
    const { post, counts } = await open()
    const spellings = ['lake-view', 'LAKE%2DVIEW.JPG', ' Lake-View.webp ']
    for (const name of spellings) expect((await post({ name })).status).toBe(200)
    expect((await post({ sha: '9f3c2b', name: 'lake-view' })).status).toBe(200)
    expect((await post({ sha: 'lake-view', name: 'unknown' })).status).toBe(200)
    expect(await counts()).toEqual(['Lake-View 5'])
  })

  it.each([
    ['nothing', ''],
    ['text that is not JSON', 'lake-view'],
    ['an empty object', {}],
    ['blank texts', { sha: '', name: ' ' }],
    ['a list', ['lake-view']],
    ['null', null],
    ['a number', { name: 5 }],
    ['an object as the name', { name: { toString: 'lake-view' } }],
  ])('refuses %s, and counts nothing', async (_, body) => {
    const { post, counts } = await open()
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: 'Missing wallpaper identifier' },
    })
    expect(await counts()).toEqual([])
  })

  it.each(['unknown', '__proto__', '%', '../lake-view', 'lake\u0000view', 'x'.repeat(4_000)])(
    'does not count %j, which is not a wallpaper',
    async (name) => {
      const { post, counts } = await open()
      const { status, body } = await post({ name })
      expect({ status, error: body.error }).toEqual({
        status: 404,
        error: expect.stringMatching(/^Wallpaper '.{1,90}' not found$/),
      })
      expect(await counts()).toEqual([])
    },
  )

  it('leaves out wallpapers that are no longer in the catalogue, and fills the list with others', async () => {
    const store = createMemoryDownloads()
    await store.add([
      { id: 'vanished', count: 9, updatedAt: 1 },
      { id: 'square', count: 2, updatedAt: 1 },
    ])
    const { list } = await open(makeDownloads({ store }))
    const { wallpapers } = (await list('?limit=1')).body
    expect(wallpapers).toMatchObject([{ sha: 'square', download_count: 2 }])
  })

  it('limits the downloads of each client, also without RATE_LIMIT, and not the lists', async () => {
    const { post, list, counts } = await open(makeDownloads({ requests: 2 }))
    const download = async (client: string) => (await post({ name: 'square' }, client)).status
    expect((await post({ name: 'nowhere' })).status).toBe(404)
    expect([await download('one'), await download('one'), await download('one')]).toEqual([
      200, 200, 429,
    ])
    const { headers, body } = await post({ name: 'square' })
    const seconds = headers.get('Retry-After')
    expect(seconds).toMatch(/^(3600|35\d\d)$/)
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(body).toEqual({
      error: `Too many requests: 2 in 3600 seconds are allowed, try again in ${seconds} seconds`,
    })
    expect(await download('two')).toBe(200)
    expect((await list()).status).toBe(200)
    expect(await counts()).toEqual(['square 3'])
  })

  it('lets every site ask, and a browser ask whether it may', async () => {
    const { app, path } = await open()
    const preflight = await app.request(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.test',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(200)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      allow: 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': expect.stringContaining('Content-Type'),
    })
    const refused = await app.request(path, { method: 'DELETE' })
    expect(refused.status).toBe(405)
    expect(await refused.json()).toEqual({
      error: 'Method DELETE is not allowed here: use GET or POST',
    })
  })
})

describe('sort=downloads', () => {
  const toNames = (urls: readonly string[]) =>
    urls.map((url) => decodeURIComponent(url).replace(/^.*\/main\/|\.png$/g, ''))

  it('lists the most downloaded wallpapers first, page by page, with every filter', async () => {
    const { app, post } = await open()
    for (const name of ['square', 'square', 'phone/pine']) await post({ name })
    const ask = async (query: string) => {
      const response = await app.request(`${publicUrl}/api/wallpapers?sort=downloads&${query}`)
      const { wallpapers, total } = await response.json()
      return { names: toNames(wallpapers), total }
    }
    expect(await ask('limit=3')).toEqual({ names: ['square', 'phone/pine', 'Lake-View'], total: 3 })
    expect((await ask('limit=1&offset=1')).names).toEqual(['phone/pine'])
    expect(await ask('limit=3&category=nature')).toEqual({
      names: ['phone/pine', 'Lake-View'],
      total: 2,
    })
  })

  it.each(['q=lake', 'count=3', 'count=3&q='])('sorts a search with %s', async (query) => {
    const { app, post } = await open()
    for (const name of ['square', 'square', 'phone/pine']) await post({ name })
    const path = `${publicUrl}/api/wallpapers/search?sort=downloads&${query}`
    const { results } = await (await app.request(path)).json()
    expect(results.map(({ public_id }: { public_id: string }) => public_id)).toEqual([
      'square',
      'phone/pine',
      'Lake-View',
    ])
  })

  it.each([
    '/api/wallpapers?sort=downloads',
    '/api/random-wallpaper?sort=downloads&from=@ada',
    '/api/wallpapers/search?q=lake&sort=downloads',
  ])('is refused on a server that does not count: %s', async (path) => {
    const response = await (await createTestApp({ rows })).request(path)
    expect(response.status).toBe(400)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(await response.json()).toEqual({
      error: "Invalid sort 'downloads': this server does not count downloads",
    })
  })
})
