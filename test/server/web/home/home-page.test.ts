import { describe, expect, it } from 'vitest'
import { makeIndexRow, makeIndexRows } from '../../../builders.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'
import { openPage } from '../web-app.ts'

const day = Date.UTC(2026, 4, 1)

const startHome = async (rows: readonly unknown[], clock = () => day) => {
  const app = await createTestApp({ rows, clock })
  return (path = '/') => openPage(app, path)
}
const open = async (rows: readonly unknown[], path?: string) => (await startHome(rows))(path)

const shownIn = (html: string) =>
  [...html.matchAll(/<li[^>]*>\s*<a href="\/wallpaper\/([^"?]+)/g)].map(([, id]) => id)
const headingOf = (html: string) => /<h1[^>]*>([^<]+)</.exec(html)?.[1]

const mixed = [
  makeIndexRow({ file_name: 'blue-lake', data: { primary_colors: ['blue'] } }),
  makeIndexRow({ file_name: 'red-dune', data: { primary_colors: ['red'] } }),
  makeIndexRow({ file_name: 'blue-car', category: '#cars', data: { primary_colors: ['blue'] } }),
  makeIndexRow({
    file_name: 'tall-car',
    category: '#cars',
    orientation: 'Mobile',
    width: 1080,
    height: 1920,
    data: { primary_colors: ['gray', 'blue'] },
  }),
]

describe('the home page', () => {
  it.each([
    ['/', ''],
    ['/?page=2', ''],
    ['/?tone=dark&category=art%2Cnature&page=2', '?category=art%2Cnature&tone=dark'],
  ])('%s announces the feeds of the wallpapers that it shows', async (path, query) => {
    const { html } = await open(makeIndexRows(70), path)
    const found = [...html.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)"/g)]
    expect(found.map(([, type, href]) => [type, href?.replaceAll('&amp;', '&')])).toEqual([
      ['application/rss+xml', `${publicUrl}/feed.rss${query}`],
      ['application/feed+json', `${publicUrl}/feed.json${query}`],
    ])
  })

  it('shows the wallpapers, each once, and how many there are', async () => {
    const { html } = await open(makeIndexRows(1234))
    expect(html).toContain('1,234 wallpapers')
    const ids = shownIn(html)
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })

  it('leads to all of them, in pages that never overlap', async () => {
    const get = await startHome(makeIndexRows(70))
    const pages = await Promise.all(['/', '/?page=2', '/?page=3'].map((path) => get(path)))
    expect(new Set(pages.flatMap(({ html }) => shownIn(html))).size).toBe(70)
    expect(pages[1]?.html).toContain('href="?page=3#wallpapers"')
  })

  it('changes the order and the front wallpaper every day', async () => {
    let now = day
    const get = await startHome(makeIndexRows(500), () => now)
    const today = await get()
    expect((await get()).html).toBe(today.html)
    now += 86_400_000
    expect(shownIn((await get()).html)).not.toEqual(shownIn(today.html))
  })

  it('has a wide wallpaper in front, loaded first', async () => {
    const rows = makeIndexRows(8, (at) => ({
      orientation: at === 5 ? 'Desktop' : 'Mobile',
      ...(at !== 5 && { width: 1080, height: 1920 }),
      data: { luminance: 0.2 },
    }))
    const { html } = await open(rows)
    expect(html).toContain('class="label"><a href="/wallpaper/row-5">')
    expect(html.match(/fetchpriority="high"/g)).toHaveLength(1)
  })

  it('has the picture of the day in front, and a link to it', async () => {
    let now = day
    const rows = makeIndexRows(12, (at) => ({
      ...(at % 3 === 0 && { orientation: 'Mobile', width: 1080, height: 1920 }),
    }))
    const get = await startHome(rows, () => now)
    let sameAsApi = 0
    for (let at = 0; at < 12; at++) {
      const { html } = await get()
      expect(html).toContain('href="/today?w=1920&amp;h=1080">Today’s picture</a>')
      const { wallpaper } = JSON.parse((await get('/api/wallpapers/today')).html)
      const isWide = wallpaper.width > wallpaper.height
      const isInFront = html.includes(`class="label"><a href="/wallpaper/${wallpaper.id}">`)
      expect([wallpaper.id, isInFront]).toEqual([wallpaper.id, isWide])
      if (isInFront) sameAsApi += 1
      now += 86_400_000
    }
    expect(sameAsApi).toBe(8)
  })

  it('leads to the stores that have the extension', async () => {
    const chrome = 'https://chrome.example/detail/fresco?hl=en&x=1'
    const app = await createTestApp({ rows: makeIndexRows(3), extensionUrls: { chrome } })
    const html = await (await app.request('/')).text()
    expect(html).toContain(
      '<a class="button" href="https://chrome.example/detail/fresco?hl=en&amp;x=1">',
    )
    expect(html).not.toContain('chrome-mv3')
    expect(html).toContain('firefox-mv3/manifest.json')
  })

  it('is at most 150 kB without its pictures, uncompressed', async () => {
    const app = await createTestApp({ rows: makeIndexRows(500) })
    const html = await (await app.request('/')).text()
    const files = [...html.matchAll(/(?:href|src)="(\/(?:site|icon)\.[^"]+)"/g)].map(
      ([, url]) => url,
    )
    expect(new Set(files).size).toBeGreaterThanOrEqual(3)
    const sizes = [...new Set(files)].map(
      async (url = '') => (await (await app.request(url)).arrayBuffer()).byteLength,
    )
    const bytes = Buffer.byteLength(html) + (await Promise.all(sizes)).reduce((a, b) => a + b, 0)
    console.log(`The home page: ${bytes} bytes without its pictures`)
    expect(bytes).toBeLessThan(150_000)
  })

  it('shows a hint when the catalogue is empty', async () => {
    const { html } = await open([])
    expect(html).toContain('There are no wallpapers here yet.')
    expect(html).not.toMatch(/undefined|NaN/)
  })

  it('escapes what the index says', async () => {
    const evil = '"><script>alert(1)</script>'
    const rows = [
      makeIndexRow({ suggested_filename: evil, category: evil, data: { scene_description: evil } }),
    ]
    for (const path of [
      '/',
      `/?q=${encodeURIComponent(evil)}`,
      `/?category=${encodeURIComponent(evil)}`,
    ])
      expect((await open(rows, path)).html).not.toContain('<script>')
  })

  it('loads its files from URLs that change with their content', async () => {
    const app = await createTestApp()
    const html = await (await app.request('/')).text()
    const address = /href="(\/site\.css\?v=\w{10})"/.exec(html)?.[1] ?? ''
    const css = await app.request(address)
    expect(css.headers.get('Cache-Control')).toContain('immutable')
    const text = await css.text()
    for (const rule of ['.shape-36', '.hue-7', '.plaque']) expect(text).toContain(rule)
    expect((await app.request('/site.css')).headers.get('Cache-Control')).not.toContain('immutable')
  })
})

describe('the search results', () => {
  it.each([
    ['/?category=Cars', 'Cars', ['blue-car', 'tall-car']],
    ['/?color=blue&category=nature', 'Nature in blue', ['blue-lake']],
    ['/?type=mobile', 'For phones', ['tall-car']],
    ['/?q=dune', '“dune”', ['red-dune']],
    ['/?q=car&color=red', '“car” in red', []],
    ['/?category=<b>', '&lt;b&gt;', []],
  ])('are found at %s', async (path, heading, ids) => {
    const { status, html } = await open(mixed, path)
    expect(status).toBe(200)
    expect(headingOf(html)).toBe(heading)
    const wanted = html.split('id="else"')[0] ?? ''
    expect(shownIn(wanted).sort()).toEqual(ids)
    expect(html).not.toContain('class="front')
  })

  it('keep the filters in what one may also like, and in the links to wallpapers', async () => {
    const { html } = await open(mixed, '/?q=dune&category=nature,-cars&type=desktop')
    const [, others = ''] = html.split('id="else"')
    expect(shownIn(others).sort()).toEqual(['blue-lake'])
    expect(html).toContain(
      '<a href="/wallpaper/red-dune?category=nature%2C-cars&amp;type=desktop">',
    )
  })

  it('keep the other filters in each link and in the form', async () => {
    const { html } = await open(mixed, '/?category=cars&color=blue')
    expect(html).toContain('href="/?category=cars&amp;color=blue&amp;type=desktop"')
    expect(html).toContain('<input type="hidden" name="color" value="blue">')
    expect(html).toMatch(/href="\/\?category=cars" title="Blue" aria-current/)
  })

  it('offer no filter that would find nothing', async () => {
    const { html } = await open(mixed, '/?category=cars')
    expect(html).not.toContain('title="Red"')
    expect(html).toContain('title="Blue"')
  })

  it('have one dot for a color with two names, and accept both names', async () => {
    const rows = makeIndexRows(4, (at) => ({
      data: { primary_colors: at === 0 ? ['red'] : ['cyan', 'aqua'] },
    }))
    const get = await startHome(rows)
    const dotsAt = async (path: string) =>
      [...(await get(path)).html.matchAll(/title="(\w+)"[^>]*><svg/g)].map(([, name]) => name)
    expect(await dotsAt('/')).toEqual(['Red', 'Cyan'])
    expect(await dotsAt('/?color=aqua')).toEqual(['Red', 'Aqua'])
    const { html } = await get('/?color=aqua')
    expect(shownIn(html.split('id="else"')[0] ?? '')).toHaveLength(3)
  })

  it('suggest a wider search and other wallpapers when nothing matches', async () => {
    const { html } = await open(mixed, '/?category=cars&color=pink')
    expect(html).toContain('No wallpapers match all of that.')
    expect(html).toContain('<a class="button quiet" href="/?category=cars">Any color</a>')
    expect(shownIn(html)).toHaveLength(4)
  })

  it('are not indexed for a text search, and have one canonical URL otherwise', async () => {
    expect((await open(mixed, '/?q=car')).html).toContain('noindex')
    const { html } = await open(mixed, '/?type=desktop&category=cars&utm=x')
    expect(html).not.toContain('noindex')
    expect(html).toContain(
      `<link rel="canonical" href="${publicUrl}/?category=cars&amp;type=desktop">`,
    )
  })

  it('add a category to the chosen ones, and remove it again', async () => {
    const { html } = await open(mixed, '/?category=cars')
    expect(html).toContain('href="/?category=cars%2Cnature"')
    const both = await open(mixed, '/?category=cars,nature')
    expect(both.html).toContain('<h1 dir="auto">Cars or nature</h1>')
    expect(shownIn(both.html.split('id="else"')[0] ?? '')).toHaveLength(4)
    expect(both.html).toMatch(/href="\/\?category=nature" aria-current="true"><bdi>Cars/)
    expect(both.html).toMatch(/href="\/\?category=cars" aria-current="true"><bdi>Nature/)
  })

  it('fold away tone, shape and size until one of them is chosen', async () => {
    const rows = [
      makeIndexRow({ file_name: 'night', data: { luminance: 0.05 } }),
      makeIndexRow({ file_name: 'day', width: 2560, height: 1080, data: { luminance: 0.7 } }),
      makeIndexRow({ file_name: 'unmeasured', width: null }),
    ]
    const all = await open(rows)
    expect(all.html).toContain('<details class="more-filters" >')
    expect(all.html).toContain('href="/?tone=dark"')
    expect(all.html).toContain('href="/?ratio=21x9" ><bdi>21:9<')
    expect(all.html).toContain('href="/?atleast=3840x2160" ><bdi>4K or larger<')
    expect(all.html).not.toContain('ratio=32x9')
    const wide = await open(rows, '/?tone=light&ratio=21:9&atleast=1920x1080')
    expect(wide.html).toContain('<h1 dir="auto">Light, 21:9, Full HD or larger</h1>')
    expect(wide.html).toContain('<details class="more-filters" open>')
    expect(shownIn(wide.html.split('id="else"')[0] ?? '')).toEqual(['day'])
    expect(wide.html).toContain('<input type="hidden" name="atleast" value="1920x1080">')
  })
})
