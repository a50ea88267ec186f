import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { feedSchema } from '../../../../shared/interchange-api.ts'
import { makeIndexRow, makeIndexRows } from '../../../builders.ts'
import { createTestApp, memorySource, publicUrl } from '../../../test-app.ts'
import { allOf, attributesOf, parseXml, textOf } from './parse-xml.ts'

const now = Date.UTC(2026, 4, 1)
const onDay = (day: number) => `2026-01-${String(day).padStart(2, '0')}T10:00:00.120000+00:00`

const many = makeIndexRows(120, (at) => ({
  timestamp: new Date(Date.UTC(2026, 0, 1) + at * 3_600_000).toISOString(),
  data: { luminance: at % 2 === 0 ? 0.05 : 0.9 },
}))

type Options = Parameters<typeof createTestApp>[0]

const open = async (rows: readonly unknown[], options: Options = {}) => {
  const app = await createTestApp({ rows, clock: () => now, ...options })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(new URL(path, publicUrl).href, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const json = async (path = '/feed.json') => feedSchema.parse(JSON.parse((await get(path)).text))
  const rss = async (path = '/feed.rss') => {
    const channel = parseXml((await get(path)).text)
    return { channel, items: allOf(channel, 'item') }
  }
  return { app, get, json, rss }
}

const idsOf = (items: readonly { url: string }[]) =>
  items.map(({ url }) => url.slice(`${publicUrl}/wallpaper/`.length))

const both = ['/feed.json', '/feed.rss'] as const

describe('the feeds of the catalogue', () => {
  let feeds: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    feeds = await open(many)
  })

  it('list the 50 newest wallpapers, the newest first', async () => {
    const { items } = await feeds.json()
    expect(idsOf(items)).toEqual(Array.from({ length: 50 }, (_, at) => `row-${119 - at}`))
    const { items: same } = await feeds.rss()
    expect(same.map((item) => textOf(item, 'link'))).toEqual(items.map(({ url }) => url))
  })

  it.each(['tone=dim', 'limit=101'])('refuse %s', async (query) => {
    expect((await feeds.json('/feed.json?limit=100')).items).toHaveLength(100)
    for (const path of both) {
      const { status, text, headers } = await feeds.get(`${path}?${query}`)
      expect([status, JSON.parse(text).error]).toEqual([400, expect.stringContaining('Invalid')])
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
  })

  it('have the wallpapers of /api/wallpapers with the same filters', async () => {
    const rows = makeIndexRows(40, (at) => ({
      category: at % 3 === 0 ? '#art' : '#nature',
      timestamp: onDay(1 + (at % 28)),
      data: { luminance: at % 2 === 0 ? 0.05 : 0.9 },
    }))
    const { json, rss, get } = await open(rows)
    const query = 'limit=100&tone=dark&category=art'
    const { text } = await get(`/api/wallpapers?sort=latest&include=details&${query}`)
    const expected = JSON.parse(text).items.map(({ id }: { id: string }) => id)
    expect(expected).toHaveLength(7)
    expect(idsOf((await json(`/feed.json?${query}`)).items)).toEqual(expected)
    expect((await rss(`/feed.rss?${query}`)).items).toHaveLength(7)
  })

  it.each(both)('are empty at %s while nothing matches', async (path) => {
    const { status, text, headers } = await feeds.get(`${path}?category=nowhere`)
    expect(status).toBe(200)
    expect(text).toContain('No wallpapers match these filters yet.')
    expect(headers.get('Last-Modified')).toBeNull()
    expect((await (await open([])).get(path)).status).toBe(200)
  })

  it('say in words what they leave out', async () => {
    const { title } = await feeds.json('/feed.json?category=-anime,nature&tag=-people')
    expect(title).toBe('Fresco wallpapers: no anime, nature, no people')
  })

  it('have everything that is known about a wallpaper, and nothing empty', async () => {
    const known = makeIndexRow({
      file_name: 'known',
      file_size: 7_000_000,
      timestamp: onDay(4),
      data: { credit: 'Ada', license: 'https://example.com/licence', tags: ['lake', 'dawn'] },
    })
    const unknown = makeIndexRow({
      ...{ file_name: 'unknown', file_cache_name: '', width: undefined, height: undefined },
      ...{ timestamp: undefined, category: undefined },
      data: { tags: [], scene_description: '' },
    })
    const { get, json } = await open([known, unknown])
    const { headers, text } = await get('/feed.rss?type=desktop&n=1')
    expect(headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    expect(text).toBe(await readFile(join(import.meta.dirname, 'golden.rss'), 'utf8'))
    const { items, ...feed } = await json('/feed.json?type=desktop&n=1')
    expect(feed).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Fresco wallpapers: desktop',
      description: 'Wallpapers for desktops and phones, newest first.',
      language: 'en',
      favicon: `${publicUrl}/favicon.ico`,
      home_page_url: `${publicUrl}/?type=desktop`,
      feed_url: `${publicUrl}/feed.json?type=desktop&n=1`,
    })
    const url = `${publicUrl}/main/known.png`
    expect(items[0]).toEqual({
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
      _license: { name: 'https://example.com/licence', url: 'https://example.com/licence' },
      tags: ['lake', 'dawn'],
      attachments: [
        { url, mime_type: 'image/png', title: 'Full resolution', size_in_bytes: 7_000_000 },
      ],
    })
    expect(Object.keys(items[1] ?? {})).toEqual([
      ...['id', 'url', 'title', 'content_html', 'image', 'banner_image', 'attachments'],
    ])
  })

  it('leave out dates that a wrong clock made', async () => {
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
    expect(attributesOf(allOf(item, 'media:copyright')[0])).toEqual({})
    const [first] = (await json()).items
    expect(first?.content_html).not.toMatch(/<script|href="javascript:/)
    const pictures = [...allOf(item, 'enclosure'), ...allOf(item, 'media:thumbnail')]
    for (const url of [
      first?.image,
      first?.banner_image,
      ...pictures.map((one) => attributesOf(one).url),
    ])
      expect(url, 'is in ASCII').toMatch(/^http:\/\/[!#-;=?-[\]_a-z~]+$/)
    const { channel } = await rss(
      `/feed.rss?tone=dark&cache=${encodeURIComponent(`"'>&<]]>ä\u0007`)}`,
    )
    expect(textOf(channel, 'link')).toBe(`${publicUrl}/?tone=dark`)
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
    'name the file %s so that it is a JPEG or PNG whose name no other picture has',
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
    const row = makeIndexRow({ file_name: 'row-0', file_main_name: file })
    const { json, app } = await open([], { source: memorySource([row], { filesUrl }) })
    expect((await json()).items[0]?.attachments[0]).toMatchObject({ url, mime_type: type })
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
    const sooner = new Date(Date.parse(modified) - 1000).toUTCString()
    const ask = async (asked: Record<string, string>) => (await get(path, asked)).status
    expect(await ask({ 'If-None-Match': etag })).toBe(304)
    expect(await ask({ 'If-Modified-Since': modified })).toBe(304)
    expect(await ask({ 'If-Modified-Since': sooner })).toBe(200)
    expect(await ask({ 'If-Modified-Since': 'yesterday' })).toBe(200)
    expect(await ask({ 'If-None-Match': '"old"', 'If-Modified-Since': modified })).toBe(200)
    const unchanged = await get(path, { 'If-None-Match': etag, 'If-Modified-Since': sooner })
    expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    for (const name of ['Access-Control-Allow-Origin', 'ETag', 'Last-Modified'])
      expect(unchanged.headers.get(name)).toBe(headers.get(name))
    const changed = await open([...many.slice(0, -1), { ...many.at(-1), file_name: 'renamed' }])
    expect((await changed.get(path, { 'If-None-Match': etag })).status).toBe(200)
  })
})
