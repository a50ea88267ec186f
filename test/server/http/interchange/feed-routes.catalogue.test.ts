import { describe, expect, it } from 'vitest'
import { feedSchema } from '../../../../shared/interchange-api.ts'
import { makeDocument, makeIndexRow, makeIndexRows } from '../../../builders.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'
import {
  attributesOf,
  childrenOf,
  findJsonFeedProblems,
  findRssProblems,
  parseXml,
  textOf,
} from './feed-rules.ts'

const now = Date.UTC(2026, 4, 1)
const onDay = (day: number) => `2026-01-${String(day).padStart(2, '0')}T10:00:00.120000+00:00`

/** 120 wallpapers, of which the last one is the newest. */
const many = makeIndexRows(120, (at) => ({
  timestamp: new Date(Date.UTC(2026, 0, 1) + at * 3_600_000).toISOString(),
  data: { luminance: at % 2 === 0 ? 0.05 : 0.9 },
}))

type Options = Parameters<typeof createTestApp>[0]

const open = async (rows: readonly unknown[], options: Options = {}) => {
  const app = await createTestApp({ rows, clock: () => now, ...options })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const url = new URL(path, publicUrl).href
    const response = await app.request(url, { headers })
    const text = await response.text()
    const type = response.headers.get('Content-Type')
    return { url, status: response.status, headers: response.headers, type, text, now }
  }
  const json = async (path = '/feed.json') => {
    const fetched = await get(path)
    expect(findJsonFeedProblems(fetched)).toEqual([])
    return feedSchema.parse(JSON.parse(fetched.text))
  }
  const rss = async (path = '/feed.rss') => {
    const fetched = await get(path)
    expect(findRssProblems(fetched)).toEqual([])
    const [channel] = childrenOf(parseXml(fetched.text), 'channel')
    if (!channel) throw new Error('The feed has no channel')
    return { channel, items: childrenOf(channel, 'item') }
  }
  return { app, get, json, rss }
}

const idsOf = (items: readonly { url: string }[]) =>
  items.map(({ url }) => url.slice(`${publicUrl}/wallpaper/`.length))

const both = ['/feed.json', '/feed.rss'] as const

describe('the feeds of the catalogue', () => {
  it('list the 50 newest wallpapers, the newest first', async () => {
    const { json, rss } = await open(many)
    const { items } = await json()
    expect(idsOf(items)).toEqual(Array.from({ length: 50 }, (_, at) => `row-${119 - at}`))
    const { items: same } = await rss()
    expect(same.map((item) => textOf(item, 'link'))).toEqual(items.map(({ url }) => url))
  })

  it('list up to 100, and go on at the next page without a gap or a repeat', async () => {
    const { json, rss } = await open(many)
    const first = await json('/feed.json?limit=100')
    expect(first.items).toHaveLength(100)
    const second = await json(first.next_url?.replace(publicUrl, ''))
    expect(second.next_url).toBeUndefined()
    expect(new Set(idsOf([...first.items, ...second.items])).size).toBe(120)
    const { channel } = await rss('/feed.rss?limit=100&type=desktop')
    const links = childrenOf(channel, 'atom:link').map(attributesOf)
    expect(links.find(({ rel }) => rel === 'next')?.href).toBe(
      `${publicUrl}/feed.rss?limit=100&type=desktop&page=2`,
    )
  })

  it('are empty after their last page, and say in Link where the next one is', async () => {
    const { get, json } = await open(many)
    expect((await json('/feed.json?page=4')).items).toEqual([])
    expect((await json('/feed.json?tone=dark&page=9000000')).items).toEqual([])
    const { headers } = await get('/feed.rss?limit=100&tone=dark')
    expect(headers.get('Link')).toBeNull()
    const first = await get('/feed.rss?limit=100')
    expect(first.headers.get('Link')).toBe(`<${publicUrl}/feed.rss?limit=100&page=2>; rel="next"`)
    expect((await get('/feed.rss?limit=100&page=2')).headers.get('Link')).toBeNull()
  })

  it.each(['x', '0', '-1', '1.5'])('refuse page %s', async (page) => {
    const { get } = await open(many)
    const { status, text } = await get(`/feed.json?page=${page}`)
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: `Invalid page '${page}': expected a whole number from 1` },
    ])
  })

  it.each(both)('refuse an invalid filter or limit at %s', async (path) => {
    const { get } = await open(many)
    for (const query of ['tone=dim', 'limit=101', 'limit=0', 'ratio=wide', 'atleast=4k']) {
      const { status, text, headers } = await get(`${path}?${query}`)
      expect({ query, status }).toEqual({ query, status: 400 })
      expect(JSON.parse(text).error).toContain('Invalid')
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
  })

  it.each([
    'type=mobile',
    'category=art,cars',
    'color=red',
    'color=%23336699',
    'tone=dark',
    'ratio=16x9,portrait',
    'atleast=3000x2000',
    'tone=dark&ratio=16x9&category=nature',
  ])('have the same wallpapers as /api/wallpapers?sort=latest&%s', async (query) => {
    const rows = makeIndexRows(40, (at) => ({
      category: at % 3 === 0 ? '#art' : '#nature',
      orientation: at % 4 === 0 ? 'Mobile' : 'Desktop',
      ...(at % 4 === 0 && { width: 1080, height: 2160 }),
      ...(at % 5 === 0 && { width: undefined, height: undefined }),
      timestamp: onDay(1 + (at % 28)),
      data: {
        luminance: at % 2 === 0 ? 0.05 : 0.9,
        primary_colors: [at % 6 === 0 ? 'red' : 'blue'],
        palette: [at % 7 === 0 ? '#336699' : '#FFEE00'],
      },
    }))
    const { json, rss, get } = await open(rows)
    const { text } = await get(`/api/wallpapers?sort=latest&limit=100&include=details&${query}`)
    const expected = JSON.parse(text).items.map(({ id }: { id: string }) => id)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(40)
    expect(idsOf((await json(`/feed.json?limit=100&${query}`)).items)).toEqual(expected)
    const { items } = await rss(`/feed.rss?limit=100&${query}`)
    expect(items.map((item) => textOf(item, 'link'))).toEqual(
      expected.map((id: string) => `${publicUrl}/wallpaper/${id}`),
    )
  })

  it.each(both)('are empty at %s while nothing matches', async (path) => {
    const { json, rss, get } = await open(many)
    await (path === '/feed.json' ? json : rss)(`${path}?category=nowhere`)
    const { text, headers } = await get(`${path}?category=nowhere`)
    expect(text).toContain('No wallpapers match these filters yet.')
    expect(headers.get('Last-Modified')).toBeNull()
    expect((await (await open([])).get(path)).status).toBe(200)
  })

  it('name the filters, and lead to the home page with them', async () => {
    const { json } = await open(many)
    const feed = await json('/feed.json?tone=dark&ratio=16x9&cache=1')
    expect(feed).toMatchObject({
      title: 'Fresco wallpapers: dark, 16x9',
      home_page_url: `${publicUrl}/?tone=dark&ratio=16x9`,
      feed_url: `${publicUrl}/feed.json?tone=dark&ratio=16x9&cache=1`,
    })
    expect(await json()).toMatchObject({
      title: 'Fresco wallpapers',
      home_page_url: `${publicUrl}/`,
    })
  })

  it('have everything that is known about a wallpaper, and nothing empty', async () => {
    const known = makeIndexRow({
      file_name: 'known',
      timestamp: onDay(4),
      data: { credit: 'Ada', license: 'https://example.com/licence', tags: ['lake', 'dawn'] },
    })
    const unknown = makeIndexRow({
      ...{ file_name: 'unknown', file_cache_name: '', width: undefined, height: undefined },
      ...{ timestamp: undefined, category: undefined },
      data: { tags: [], scene_description: '' },
    })
    const { json, rss } = await open([known, unknown])
    const [first, second] = (await json()).items
    const url = `${publicUrl}/main/known.png`
    expect(first).toEqual({
      id: `${publicUrl}/wallpaper/known`,
      url: `${publicUrl}/wallpaper/known`,
      title: 'Known',
      content_html: expect.stringContaining(`<img src="${publicUrl}/cache/known.webp"`),
      summary: 'A quiet lake.',
      image: `${publicUrl}/cache/known.webp`,
      banner_image: url,
      date_published: '2026-01-04T10:00:00.120Z',
      author: { name: 'Ada' },
      authors: [{ name: 'Ada' }],
      tags: ['lake', 'dawn'],
      attachments: [{ url, mime_type: 'image/png', title: 'Full resolution' }],
    })
    expect(Object.keys(second ?? {})).toEqual([
      ...['id', 'url', 'title', 'content_html', 'image', 'banner_image', 'attachments'],
    ])
    const { items } = await rss()
    const listed = items.map((item) =>
      [...item.childNodes]
        .filter(({ nodeType }) => nodeType === 1)
        .map(({ nodeName }) => nodeName)
        .join(' '),
    )
    expect(listed).toEqual([
      'title link guid pubDate dc:creator category description enclosure media:content media:thumbnail media:title media:description media:credit media:keywords media:copyright',
      'title link guid description enclosure media:content media:thumbnail media:title',
    ])
    const [item, bare] = items
    if (!item || !bare) throw new Error('The feed has no items')
    expect(attributesOf(childrenOf(item, 'media:content')[0])).toEqual({
      ...{ url, type: 'image/png', medium: 'image', width: '3840', height: '2160' },
    })
    expect(attributesOf(childrenOf(item, 'enclosure')[0])).toEqual({
      ...{ url, type: 'image/png', length: '0' },
    })
    expect(textOf(item, 'pubDate')).toBe('Sun, 04 Jan 2026 10:00:00 GMT')
    expect(textOf(item, 'media:keywords')).toBe('lake, dawn')
    expect(attributesOf(childrenOf(bare, 'media:content')[0])).not.toHaveProperty('width')
  })

  it('leave out dates that a wrong clock has made', async () => {
    const rows = ['1970-01-01', '2026-05-02', '9999-12-31'].map((day, at) =>
      makeIndexRow({ file_name: `row-${at}`, timestamp: `${day}T00:00:00.000Z` }),
    )
    const { json, rss, get } = await open(rows)
    expect((await json()).items.map(({ date_published }) => date_published)).toEqual([
      ...[undefined, undefined, undefined],
    ])
    expect((await rss()).items).toHaveLength(3)
    expect((await get('/feed.rss')).headers.get('Last-Modified')).toBeNull()
  })

  it('stay valid with hostile texts and names', async () => {
    const rows = [
      makeIndexRow({
        file_name: 'Ä"\'海🏔',
        file_main_name: 'Ä" \'海🏔|^.jpg',
        category: `#a]]>&"'`,
        data: {
          suggested_filename: `"'> ]]> &\u0007\u0085\ufffe\ud800 Ä海`,
          scene_description: `"><script>alert(1)\u0000`,
          tags: ['a&b', '<i>', `"'`],
          credit: `Ada & "Bob" <ada@example.com>`,
          license: `javascript:alert(1)`,
        },
      }),
    ]
    const { json, rss } = await open(rows)
    const [item] = (await rss()).items
    if (!item) throw new Error('The feed has no item')
    expect(textOf(item, 'title')).toBe(`"'> ]]> & Ä海`)
    expect(textOf(item, 'dc:creator')).toBe('Ada & "Bob" <ada@example.com>')
    expect(textOf(item, 'description')).not.toContain('<script>')
    expect(attributesOf(childrenOf(item, 'media:copyright')[0])).toEqual({})
    const feed = await json(`/feed.json?color=${encodeURIComponent(`"'>&]]>ä`)}`)
    expect(feed.items).toEqual([])
    await rss(`/feed.rss?cache=${encodeURIComponent(`"'>&<]]>ä\u0007`)}`)
    await rss(`/feed.rss?tone=dark&category=${encodeURIComponent(`"'>&]]>ä\u0007`)}`)
  })

  it.each([
    ['a.JPG', '/main/a.JPG', 'image/jpeg'],
    ['a.jpeg', '/main/a.jpeg', 'image/jpeg'],
    ['a.webp', '/images/row-0.jpg', 'image/jpeg'],
    ['a.avif', '/images/row-0.jpg', 'image/jpeg'],
    ['sea/a.jpg', '/images/row-0.jpg', 'image/jpeg'],
    ['sea/a.png', '/images/row-0.png', 'image/png'],
    ['sea/a.webp', '/images/row-0.jpg', 'image/jpeg'],
  ])(
    'name the file %s so that it is a JPEG or PNG with a name of its own',
    async (file, path, type) => {
      const row = makeIndexRow({ file_name: 'row-0', file_main_name: file })
      const { json } = await open([row])
      expect((await json()).items[0]?.attachments).toEqual([
        { url: `${publicUrl}${path}`, mime_type: type, title: 'Full resolution' },
      ])
    },
  )

  it.each([
    ['https://files.test', 'a.jpg', 'https://files.test/main/a.jpg', 'image/jpeg'],
    ['https://files.test', 'sea/a.jpg', `${publicUrl}/images/row-0.jpg`, 'image/jpeg'],
    ['https://files.test', 'a.webp', 'https://files.test/main/a.webp', 'image/webp'],
    [
      'https://res.cloudinary.com/demo/image/upload',
      'a.webp',
      `${publicUrl}/images/row-0.jpg`,
      'image/jpeg',
    ],
  ])('name the file at %s/main/%s', async (filesUrl, file, url, type) => {
    const source = {
      name: 'remote',
      read: async (version: string | undefined) =>
        version === '1'
          ? undefined
          : makeDocument({
              filesUrl,
              index: [makeIndexRow({ file_name: 'row-0', file_main_name: file })],
            }),
    }
    const { json, rss, app } = await open([], { source })
    expect((await json()).items[0]?.attachments[0]).toMatchObject({ url, mime_type: type })
    const [item] = (await rss()).items
    expect(item && attributesOf(childrenOf(item, 'enclosure')[0])).toMatchObject({ url, type })
    if (!url.startsWith(publicUrl)) return
    const picture = await app.request(url)
    expect(picture.status).toBe(302)
    expect(picture.headers.get('Location')).toBe(
      file.endsWith('.webp') ? `${filesUrl}/f_jpg,q_auto/main/${file}` : `${filesUrl}/main/${file}`,
    )
  })
})

describe('a request for a feed that the client has', () => {
  it.each(both)('is answered with 304 by its ETag or its date at %s', async (path) => {
    const { get } = await open(many)
    const { headers } = await get(path)
    const etag = headers.get('ETag') ?? ''
    const modified = headers.get('Last-Modified') ?? ''
    expect(modified).toBe(new Date(Date.UTC(2026, 0, 1) + 119 * 3_600_000).toUTCString())
    expect(headers.get('Cache-Control')).toBe('public, max-age=60')
    const later = new Date(Date.parse(modified) + 1000).toUTCString()
    const sooner = new Date(Date.parse(modified) - 1000).toUTCString()
    const ask = async (asked: Record<string, string>) => (await get(path, asked)).status
    expect(await ask({ 'If-None-Match': etag })).toBe(304)
    expect(await ask({ 'If-Modified-Since': modified })).toBe(304)
    expect(await ask({ 'If-Modified-Since': later })).toBe(304)
    expect(await ask({ 'If-Modified-Since': sooner })).toBe(200)
    expect(await ask({ 'If-Modified-Since': 'yesterday' })).toBe(200)
    expect(await ask({ 'If-None-Match': '"old"', 'If-Modified-Since': modified })).toBe(200)
    expect(await ask({ 'If-None-Match': etag, 'If-Modified-Since': sooner })).toBe(304)
    const { headers: unchanged, text } = await get(path, { 'If-None-Match': etag })
    expect(text).toBe('')
    expect(unchanged.get('Access-Control-Allow-Origin')).toBe('*')
    expect(unchanged.get('ETag')).toBe(etag)
    expect(unchanged.get('Last-Modified')).toBe(modified)
  })

  it.each(both)('is answered in full at %s when a wallpaper was changed', async (path) => {
    const before = await open(many)
    const etag = (await before.get(path)).headers.get('ETag') ?? ''
    const after = await open([...many.slice(0, -1), { ...many.at(-1), file_name: 'renamed' }])
    expect((await after.get(path, { 'If-None-Match': etag })).status).toBe(200)
  })

  it.each(both)('has no body with HEAD at %s', async (path) => {
    const { app } = await open(many)
    const response = await app.request(`${publicUrl}${path}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Last-Modified')).not.toBeNull()
    expect(await response.text()).toBe('')
  })
})
