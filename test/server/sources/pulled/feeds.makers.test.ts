import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { feeds } from '../../../../server/sources/pulled/feeds.ts'
import { startSite } from '../../../emulators/site.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { listWith, makePicture, openPuller } from './harness.ts'

const data = join(import.meta.dirname, '../../../data/feeds')

/** The address and some facts of the pictures in each document, which is as its maker writes it. */
const makers: [file: string, ...pictures: [path: string, facts: object][]][] = [
  [
    'wordpress.rss',
    [
      '/wp-content/uploads/moor-scaled.jpg',
      { title: 'Fog over the moor – at last', credit: 'Maud Wren' },
    ],
  ],
  [
    'blogger.atom',
    ['/img/b/R29vZ2xl/AVvXs/s4000/IMG_0412.JPG', { title: 'Low tide', tags: ['boats'] }],
  ],
  [
    'flickr.atom',
    [
      '/65535/53999_0a1b2c_b.jpg',
      { license: 'https://creativecommons.org/licenses/by/2.0/deed.en' },
    ],
  ],
  ['media-rss.rss', ['/i-Qw3rTy/0/X5/i-Qw3rTy-X5.jpg', { credit: 'Lena Roth' }]],
  ['tumblr.rss', ['/0f1e/2d3c-4b/s2048x3072/cc33.jpg', { tags: ['blue', 'water tower'] }]],
  ['reddit.atom', ['https://i.redd.it/k3v9zp2qx.jpeg', { credit: '/u/northbound' }]],
  [
    'mastodon.rss',
    [
      '/system/media_attachments/files/115/600/original/9c.jpg',
      { title: 'First ice of the year.', description: 'Thin ice with cracks on a lake' },
    ],
  ],
  ['deviantart.rss', ['/f/0a/d1-0b.png?token=eyJ2', { credit: 'mira' }]],
  ['podcast.rss', ['/podcast/0012.jpg', { title: '12: Milky Way over the dunes' }]],
  [
    'photoblog.rdf',
    ['/images/20261122_moewe.jpg', { title: 'Möwe über der Förde', license: 'CC BY-SA 4.0' }],
  ],
  [
    'json-feed.json',
    ['/uploads/2026/window.jpg', { credit: 'Sol' }],
    ['/uploads/2026/stairs.png', {}],
  ],
  [
    'image-of-the-day.rss',
    ['/wp-content/uploads/2026/11/dust.jpg?w=1536', { title: 'Dust on the Move & Beyond' }],
  ],
]

let setup: Awaited<ReturnType<typeof openPuller>>
beforeEach(async () => {
  setup = await openPuller()
})
afterEach(() => setup.close())

const open = (address = `${setup.site.url}/blog/feed`) =>
  expectDefined(feeds(parseConfig({ FEEDS: `news=${address}` }))[0])

describe('the feeds of many makers', () => {
  it.each(makers)('bring their pictures: %s', async (file, ...pictures) => {
    const { site, start } = setup
    const text = await readFile(join(data, file), 'latin1')
    site.put('*', await makePicture('#3A78C0'))
    site.put(
      '/blog/feed',
      Buffer.from(text.replaceAll('https://photos.example', site.url), 'latin1'),
    )
    const expected = pictures.map(([path, facts]) => {
      const address = new URL(path, site.url).href
      return expect.objectContaining({ address, facts: expect.objectContaining(facts) })
    })
    expect(await listWith(open())).toEqual(expected)
    const files = await start(open()).look()
    expect(files).toHaveLength(pictures.filter(([path]) => path.startsWith('/')).length)
  })
})

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>
  <link>http://far.example/</link><description>d</description>${items}</channel></rss>`
const item = (id: string, url: string) =>
  `<item><guid>${id}</guid><link>javascript:alert(1)</link><enclosure url="${url}" type="image/jpeg"/></item>`
const entities = (first: string, text: string) =>
  rss(`<item><guid>1</guid><title>${text}</title></item>`).replace(
    '?>',
    `?><!DOCTYPE rss [${first}]>`,
  )
const laughs = Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
)

describe('a hostile feed', () => {
  const noFeed = 'sends something that is not a feed: check its address'
  const elsewhere = (Location: string) => ({ status: 302, headers: { Location } })
  it.each<[string, () => Parameters<typeof setup.site.put>[1], string]>([
    ['a page', () => '<!doctype html><title>Sign in</title><p>Please sign in', noFeed],
    [
      'a file of the server',
      () => entities('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'),
      noFeed,
    ],
    ['bytes of no encoding', () => Buffer.from([0x3c, 0, 0x81, 0x8d, 0xff, 0]), noFeed],
    ['50 MB', () => rss(item('1', '/a.jpg').repeat(500_000)), 'a feed of more than 8 MB'],
    [
      'a compressed bomb',
      () => ({ headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(Buffer.alloc(1e8)) }),
      'sent more than 64 MB',
    ],
    ['half a feed', () => ({ body: rss(''), cutAt: 20 }), 'could not be reached'],
    ['a redirect to itself', () => elsewhere('/blog/feed'), 'more than 5 redirects: correct FEEDS'],
    [
      'a redirect to this machine',
      () => elsewhere('http://127.0.0.1:1/'),
      'a redirect to another server: correct FEEDS',
    ],
    [
      'a redirect to a file',
      () => elsewhere('file:///etc/passwd'),
      'a redirect to another server: correct FEEDS',
    ],
  ])('brings a sentence and nothing else: %s', async (_, make, problem) => {
    const { site, start } = setup
    site.put('/blog/feed', make())
    const { begin, state } = start(open())
    await begin()
    expect(state().problem).toContain(problem)
    expect(await setup.readFiles()).toEqual([])
  })

  it.each<[string, () => string]>([
    ['a billion laughs', () => entities(`<!ENTITY l0 "lol">${laughs.join('')}`, '&l9;')],
    ...['<img ', '<a href="', '<media:content '].map((tag): [string, () => string] => [
      `${tag}again and again`,
      () => rss(`<item><description><![CDATA[${tag.repeat(2e5)}]]></description></item>`),
    ]),
  ])('does not keep the server busy: %s', async (_, make) => {
    setup.site.put('/blog/feed', make())
    expect(await listWith(open())).toEqual([])
  })

  it('leads to nothing in the network of the server, and to no script or file', async () => {
    const { site, start } = setup
    const inside = await startSite()
    inside.put('*', await makePicture('#D9C7A5'))
    const { port } = new URL(inside.url)
    const closed = [
      `http://127.0.0.1:${port}/a.jpg`,
      `http://localhost:${port}/b.jpg`,
      `http://[::ffff:127.0.0.1]:${port}/c.jpg`,
    ].concat(
      'http://10.0.0.1/d.jpg',
      'http://169.254.169.254/latest/meta-data/e.jpg',
      `http://2130706433:${port}/f.jpg`,
    )
    const none = [
      'file:///etc/passwd.jpg',
      'javascript:alert(1)//.jpg',
      'data:image/png;base64,AAAA',
      'ftp://far.example/a.jpg',
    ]
    site.put(
      '/blog/feed',
      rss([...closed, ...none, '../lake.png'].map((url, at) => item(`${at}`, url)).join('')),
    )
    site.put('/lake.png', await makePicture('#3A78C0'))
    const { look, current } = start(open())
    const [file = '', ...others] = await look()
    expect(others).toEqual([])
    expect(await setup.readSidecar(file)).toEqual({ source: 'news' })
    const reason = 'news leads to an address that is not public'
    expect(await current()).toMatchObject({ pictures: 1, failed: closed.length, reason })
    expect(inside.asked()).toEqual([])
    await inside.stop()
  })
})
