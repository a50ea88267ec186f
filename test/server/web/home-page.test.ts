import { describe, expect, it } from 'vitest'
import { makeIndexRow, makeIndexRows } from '../../builders.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'

const open = async (rows: readonly unknown[]) => {
  const response = await (await createTestApp({ rows })).request(`${publicUrl}/`)
  return { headers: response.headers, html: await response.text() }
}
const linkedIn = (html: string) => [...html.matchAll(/<li[^>]*>\s*<a href="\/wallpaper\/([^"]+)"/g)]

describe('the home page', () => {
  it('shows some wallpapers, each once, and how many there are', async () => {
    const { html, headers } = await open(makeIndexRows(1234))
    expect(html).toContain('Some of 1,234 wallpapers')
    const ids = linkedIn(html).map(([, id]) => id)
    expect(ids).toHaveLength(15)
    expect(new Set(ids).size).toBe(15)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('has a wide wallpaper in front that can be written on', async () => {
    const rows = makeIndexRows(8, (at) => ({
      orientation: at === 5 ? 'Desktop' : 'Mobile',
      ...(at !== 5 && { width: 1080, height: 1920 }),
      data: { luminance: 0.2 },
    }))
    expect((await open(rows)).html).toMatch(/class="hero-credit"><a href="\/wallpaper\/row-5">/)
  })

  it('tells how to load the extension and how to call the API', async () => {
    const { html } = await open(makeIndexRows(3))
    expect(html).toContain('dist/chrome-mv3')
    expect(html).toContain('dist/firefox-mv3/manifest.json')
    expect(html).toContain(`curl &#39;${publicUrl}/api/wallpapers?category=nature&amp;type=desktop`)
  })

  it('is calm about an empty catalogue', async () => {
    const { html } = await open([])
    expect(html).toContain('There are no wallpapers here yet.')
    expect(html).not.toMatch(/undefined|NaN/)
  })

  it('escapes what the index says', async () => {
    const evil = '"><script>alert(1)</script>'
    const { html } = await open([
      makeIndexRow({ suggested_filename: evil, data: { scene_description: evil } }),
    ])
    expect(html).not.toContain('<script>')
  })

  it('loads its files by addresses that change with them', async () => {
    const app = await createTestApp()
    const html = await (await app.request('/')).text()
    const address = /href="(\/site\.css\?v=\w{10})"/.exec(html)?.[1] ?? ''
    const css = await app.request(address)
    expect(css.headers.get('Cache-Control')).toContain('immutable')
    expect(await css.text()).toContain('.shape-36')
    expect((await app.request('/site.css')).headers.get('Cache-Control')).not.toContain('immutable')
  })
})
