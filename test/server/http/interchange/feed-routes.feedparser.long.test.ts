import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedSchema } from '../../../../shared/interchange-api.ts'
import { findFeedparser } from '../../../tools/servers/find-servers.ts'
import { type RunningServer, startServer } from '../../../tools/servers/start-server.ts'

const python = findFeedparser()

const script = `
import feedparser, json, sys
feed = feedparser.parse(sys.argv[1])
print(json.dumps({
  'bozo': bool(feed.bozo), 'error': str(feed.get('bozo_exception', '')), 'version': feed.version,
  'status': feed.status, 'title': feed.feed.get('title'), 'links': [dict(l) for l in feed.feed.get('links', [])],
  'etag': feed.get('etag'), 'modified': feed.get('modified'),
  'again': [feedparser.parse(sys.argv[1], etag=feed.get('etag')).status,
            feedparser.parse(sys.argv[1], modified=feed.get('modified')).status],
  'entries': [{
    'id': e.get('id'), 'link': e.get('link'), 'title': e.get('title'), 'author': e.get('author'),
    'published': e.get('published_parsed') is not None, 'summary': e.get('summary', ''),
    'media': [dict(m) for m in e.get('media_content', [])], 'thumbnails': [dict(m) for m in e.get('media_thumbnail', [])],
    'enclosures': [dict(l) for l in e.get('links', []) if l.get('rel') == 'enclosure'],
    'keywords': e.get('media_keywords'),
  } for e in feed.entries],
}))`

const parse = (url: string) => {
  const { status, stdout, stderr } = spawnSync(python ?? '', ['-c', script, url], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`feedparser failed: ${stderr}`)
  return JSON.parse(stdout)
}

// To install it: npx node test/tools/servers/install-servers.ts feedparser
describe.skipIf(python === undefined)('feedparser, if it is installed', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.stop())

  it('reads every item of the RSS feed without a complaint', async () => {
    const url = `${server.url}/feed.rss?type=desktop&limit=100`
    const feed = parse(url)
    expect(feed).toMatchObject({ bozo: false, error: '', version: 'rss20', status: 200 })
    expect(feed.again).toEqual([304, 304])
    expect(feed.links).toContainEqual({ rel: 'self', type: 'application/rss+xml', href: url })
    const response = await fetch(`${server.url}/feed.json?type=desktop&limit=100`)
    const { items } = feedSchema.parse(await response.json())
    expect(items.length).toBeGreaterThan(10)
    expect(feed.entries).toHaveLength(items.length)
    for (const [at, entry] of feed.entries.entries()) {
      const item = items[at]
      const picture = item?.attachments[0]
      expect(entry).toMatchObject({
        ...{ id: item?.id, link: item?.url, title: item?.title, author: item?.authors?.[0]?.name },
        media: [{ url: picture?.url, type: picture?.mime_type, medium: 'image' }],
        thumbnails: [{ url: item?.image }],
        enclosures: [
          { href: picture?.url, type: picture?.mime_type, length: `${picture?.size_in_bytes}` },
        ],
        published: item?.date_published !== undefined,
        keywords: item?.tags?.join(', '),
      })
      expect(Number(entry.media[0].width)).toBeGreaterThan(Number(entry.media[0].height))
      expect(entry.summary).toContain(`<img`)
    }
  })

  it('reads a feed with hostile filters, and an empty one', () => {
    const hostile = encodeURIComponent(`"'>&<]]>ä\u0007`)
    for (const query of [`category=${hostile}`, `cache=${hostile}`])
      expect(parse(`${server.url}/feed.rss?${query}`)).toMatchObject({ bozo: false, status: 200 })
  })
})
