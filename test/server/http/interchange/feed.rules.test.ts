import { describe, expect, it } from 'vitest'
import { findJsonFeedProblems, findRssProblems } from './feed-rules.ts'

const url = 'http://wallpapers.test/feed.rss?tone=dark&ratio=16x9'
const picture = 'http://wallpapers.test/main/a.jpg'
const now = Date.UTC(2026, 4, 1)

const item = `<item><title>A</title><link>http://wallpapers.test/wallpaper/a</link>
<guid>http://wallpapers.test/wallpaper/a</guid><pubDate>Sun, 04 Jan 2026 16:25:58 GMT</pubDate>
<description>&lt;a href="${picture}"&gt;A&lt;/a&gt;</description>
<enclosure url="${picture}" length="0" type="image/jpeg"/>
<media:content url="${picture}" type="image/jpeg" medium="image" width="16" height="9"/>
<media:credit role="artist">Ada</media:credit></item>`
const feed = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel><title>T</title><link>http://wallpapers.test/</link><description>D</description><language>en</language>
<atom:link rel="self" href="${url.replace('&', '&amp;')}"/>${item}</channel></rss>`

const check = (text: string, type = 'application/rss+xml; charset=utf-8') =>
  findRssProblems({ url, type, text, now })

describe('findRssProblems', () => {
  it('finds nothing in a valid feed', () => {
    expect(check(feed)).toEqual([])
  })

  it.each([
    ['another self link', 'ratio=16x9"', 'ratio=16x9&amp;a=1"'],
    ['no self link', 'rel="self"', 'rel="alternate"'],
    ['a date of ISO 8601', 'Sun, 04 Jan 2026 16:25:58 GMT', '2026-01-04T16:25:58Z'],
    ['a wrong weekday', 'Sun, 04', 'Mon, 04'],
    ['a date in the future', '04 Jan 2026', '04 Jun 2028'],
    ['a date before 1990', 'Sun, 04 Jan 2026', 'Thu, 01 Jan 1970'],
    ['no guid', /<guid>.*<\/guid>/, ''],
    ['a guid that is not a URL', /<guid>.*<\/guid>/, '<guid>a</guid>'],
    ['no length', ' length="0"', ''],
    ['a size of zero', 'width="16"', 'width="0"'],
    ['another medium', 'medium="image"', 'medium="picture"'],
    ['two enclosures', /(<enclosure.*>)/, '$1$1'],
    ['a role in upper case', 'artist', 'Artist'],
    ['a blank in a URL', 'main/a.jpg" type', 'main/a b.jpg" type'],
    ['a URL that is not ASCII', 'main/a.jpg" type', 'main/ä.jpg" type'],
    ['a relative URL in the text', /href="http[^"]*"&gt;/, 'href="/main/a.jpg"&gt;'],
    ['an unknown element', '</item>', '<media:license>MIT</media:license></item>'],
    ['an author', '</item>', '<author>Ada</author></item>'],
    ['a group with one picture', /(<media:content.*>)/, '<media:group>$1</media:group>'],
    ['another namespace', 'yahoo.com/mrss/', 'yahoo.com/mrss'],
    ['an empty element', 'Ada', ''],
    ['a control character by its number', 'Ada', '&#x85;'],
    ['HTML in a title', '<title>A<', '<title>&lt;b&gt;A&lt;/b&gt;<'],
    ['a title after the items', '</channel>', '<ttl>60</ttl></channel>'],
  ])('finds %s', (_, from, to) => {
    const broken = feed.replace(from, to)
    expect(broken).not.toBe(feed)
    expect(check(broken)).not.toEqual([])
  })

  it('finds a wrong type', () => {
    expect(check(feed, 'text/html')).not.toEqual([])
  })

  it.each(['&', '<', '&nbsp;', '<b>', '\u0085', '\u0007'])(
    'refuses %j, which is not well-formed',
    (text) => {
      expect(() => check(feed.replace('Ada', text))).toThrow()
    },
  )
})

describe('findJsonFeedProblems', () => {
  const valid = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'T',
    feed_url: url,
    home_page_url: 'http://wallpapers.test/',
    items: [
      {
        id: picture,
        url: picture,
        image: picture,
        banner_image: picture,
        content_html: '<p>A</p>',
        date_published: '2026-01-04T16:25:58.520Z',
        attachments: [{ url: picture, mime_type: 'image/jpeg' }],
      },
    ],
  }
  const type = 'application/feed+json'
  const checkJson = (changed: object) =>
    findJsonFeedProblems({ url, type, text: JSON.stringify({ ...valid, ...changed }) })
  const [first] = valid.items

  it('finds nothing in a valid feed', () => {
    expect(checkJson({})).toEqual([])
  })

  it.each([
    { version: 'https://jsonfeed.org/version/1' },
    { title: '' },
    { feed_url: 'http://wallpapers.test/feed.json' },
    { next_url: url },
    { authors: { name: 'Ada' } },
    { items: undefined },
    { items: [first, first] },
    { items: [{ ...first, id: undefined }] },
    { items: [{ ...first, content_html: undefined }] },
    { items: [{ ...first, date_published: '2026-01-04' }] },
    { items: [{ ...first, attachments: [{ url: picture }] }] },
  ])('finds %j', (changed) => {
    expect(checkJson(changed)).not.toEqual([])
  })
})
