import { describe, expect, it } from 'vitest'
import { makeIndexRow, makeIndexRows } from '../../../builders.ts'
import { createTestApp, memorySource, publicUrl } from '../../../test-app.ts'
import { openPage } from '../web-app.ts'

const open = async (fields: Record<string, unknown>, path = '/wallpaper/lake-view') =>
  openPage(await createTestApp({ rows: [makeIndexRow(fields)] }), path)

const data = { palette: ['#112233', '#445566'], tags: ['lake', 'dawn'], color: '#223344' }

describe('a wallpaper page', () => {
  it('shows a responsive picture and all its details', async () => {
    const credit_url = 'https://ada.example/'
    const source_url = 'https://photos.example/lake'
    const credited = { credit: 'Ada', credit_url, license: 'CC0-1.0', source_url }
    const { status, html } = await open({ ...credited, data })
    expect(status).toBe(200)
    expect(html).toContain('<h1 id="title" dir="auto">Lake view</h1>')
    expect(html).toContain('/images/lake-view?w=1920&amp;format=webp 1920w')
    for (const known of ['A quiet lake.', 'Nature', '3840 × 2160', 'CC0 1.0'])
      expect(html).toContain(known)
    for (const word of ['href="/?q=lake">lake</a>', 'href="/?category=nature">', '#445566'])
      expect(html).toContain(word)
    expect(html).toContain('fill="#112233"')
    for (const link of [
      '<a href="https://creativecommons.org/publicdomain/zero/1.0/" rel="license external"><bdi>CC0 1.0</bdi></a>',
      `<a href="${credit_url}" rel="author external"><bdi>Ada</bdi></a>`,
      `<a href="${source_url}" rel="external">photos.example</a>`,
    ])
      expect(html).toContain(link)
  })

  it('paints the dot of a color name in the color that the picture has', async () => {
    const palette = ['#E8DCC4', '#A8D3F0']
    const { html } = await open({ data: { palette, primary_colors: ['blue'] } })
    expect(html).toMatch(/class="dot"[^>]*><circle[^>]*fill="#A8D3F0"\/><\/svg>Blue/)
  })

  it.each(['/wallpaper/lake-view.png', '/wallpapers/Lake-View.PNG'])(
    'leads for now from %s, the name of its file, to its id, with the filters',
    async (path) => {
      const app = await createTestApp({ rows: [makeIndexRow()] })
      const { status, headers } = await app.request(`${publicUrl}${path}?tone=dark&q=lake`)
      const location = headers.get('Location')
      expect({ status, location }).toEqual({
        status: 302,
        location: '/wallpaper/lake-view?tone=dark&q=lake',
      })
    },
  )

  it('offers the original and the usual smaller sizes', async () => {
    const { html } = await open({ width: 5120, height: 3200 })
    const offered = [...html.matchAll(/<strong>(\w+)<\/strong> <span>([^<]+)</g)]
    expect(offered.map(([, name, size]) => `${name}: ${size}`)).toEqual([
      'Original: 5120 × 3200, PNG',
      '4K: 3840 × 2160, JPG',
      '1440p: 2560 × 1440, JPG',
      '1080p: 1920 × 1080, JPG',
      'Phone: 1440 × 3120, JPG',
    ])
    expect(html).toContain('href="/images/lake-view?w=3840&amp;h=2160&amp;format=jpeg"')
    expect(html).toContain('download="lake-view-3840x2160.jpg"')
  })

  it('neither crops the picture nor offers to if its license forbids changes', async () => {
    const { html } = await open({ width: 5120, height: 3200, license: 'CC BY-ND 4.0' })
    expect(html).toContain('<img class="whole" src="/cache/lake-view.webp"')
    expect(html.match(/<a href="[^"]+" download=/g)).toHaveLength(1)
    expect(html).not.toContain('og:image:width')
  })

  it('links to files on another server, and offers no sizes that nobody can make there', async () => {
    const filesUrl = 'https://files.example/w'
    const app = await createTestApp({ source: memorySource([makeIndexRow()], { filesUrl }) })
    const html = await (await app.request(`${publicUrl}/wallpaper/lake-view`)).text()
    expect(html).toContain(`src="${filesUrl}/cache/lake-view.webp"`)
    expect(html).toContain(`${filesUrl}/main/lake-view.png 3840w"`)
    expect(html).toContain(`href="${filesUrl}/main/lake-view.png" download=`)
    expect(html).not.toContain('<strong>4K</strong>')
    const home = await (await app.request(`${publicUrl}/`)).text()
    expect(home).toContain(`${filesUrl}/cache/lake-view.webp`)
  })

  it('has a social card', async () => {
    const { html } = await open({})
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/wallpaper/lake-view">`)
    expect(html).toContain('<meta property="og:title" content="Lake view · Fresco">')
    expect(html).toContain('<meta property="og:description" content="A quiet lake.">')
    expect(html).toContain(
      `<meta property="og:image" content="${publicUrl}/images/lake-view?w=1200&amp;h=630&amp;format=jpeg">`,
    )
    expect(html).toContain('<meta property="og:image:width" content="1200">')
    expect(html).not.toContain('noindex')
  })

  it('leaves out what the catalogue does not know', async () => {
    const bare = { width: null, height: null, orientation: null, category: '' }
    const { status, html } = await open({ ...bare, data: { ...noData } })
    expect(status).toBe(200)
    expect(html).toContain('full resolution')
    for (const unknown of ['undefined', 'null', 'NaN', 'Colors', 'Tags', 'og:image:width'])
      expect(html).not.toContain(unknown)
  })

  it('escapes titles, tags and credits', async () => {
    const evil = '"><script>alert(1)</script>'
    const { html } = await open({ suggested_filename: evil, credit: evil, data: { tags: [evil] } })
    expect(html).not.toContain('<script>')
  })

  it('has no inline code or style', async () => {
    const { html } = await open({ data })
    expect(html).not.toMatch(/<style| style=| on\w+=/)
    const scripts = [...html.matchAll(/<script ([^>]*)>/g)].map(([, attributes]) => attributes)
    expect(scripts).toEqual([
      'type="application/ld+json"',
      expect.stringMatching(/^src="\/site.js/),
    ])
  })

  it('has structured data that no text can break out of', async () => {
    const evil = '</script><script>alert(1)</script>'
    const { html } = await open({
      credit: 'Ada & Co',
      license: 'MIT',
      data: { scene_description: evil },
    })
    const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'ImageObject',
      contentUrl: `${publicUrl}/main/lake-view.png`,
      description: evil,
      creditText: 'Ada & Co',
      license: 'https://spdx.org/licenses/MIT.html',
      width: 3840,
    })
    expect(text).not.toMatch(/[<>]/)
  })

  it('shows similar wallpapers, but not itself', async () => {
    const app = await createTestApp({ rows: makeIndexRows(40) })
    const html = await (await app.request(`${publicUrl}/wallpaper/row-7`)).text()
    const others = [...html.matchAll(/<a href="\/wallpaper\/([^"]+)">/g)].map(([, id]) => id)
    expect(new Set(others).size).toBe(12)
    expect(others).not.toContain('row-7')
  })

  it('shows only similar wallpapers that match the filters of the page before', async () => {
    const rows = makeIndexRows(40, (at) => ({ data: { license: at < 3 ? 'CC0' : undefined } }))
    const app = await createTestApp({ rows })
    const html = await (await app.request(`${publicUrl}/wallpaper/row-7?license=free`)).text()
    const others = [...html.matchAll(/<a href="\/wallpaper\/([^"]+)">/g)].map(([, id]) => id)
    expect(others.sort()).toEqual(['row-0', 'row-1', 'row-2'].map((id) => `${id}?license=free`))
  })

  it.each([
    ['unknown', 'nothing'],
    ['with an encoded slash', 'a%2Fb'],
    ['with slashes', 'a/b/c'],
    ['that is no encoding', '%zz'],
    ['of 10,000 characters', 'x'.repeat(10_000)],
    ['of markup', '<b>'],
  ])('is a friendly page for an id %s', async (_, id) => {
    const { status, html } = await open({}, `/wallpaper/${id}`)
    expect(status).toBe(404)
    expect(html).toContain('We cannot find this wallpaper')
  })
})

const noData = { primary_colors: [], secondary_colors: [], tags: [], scene_description: '' }
