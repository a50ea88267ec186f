import { afterAll, describe, expect, it } from 'vitest'
import { makeIndexRow } from '../../../builders.ts'
import { publicUrl } from '../../../test-app.ts'
import { createWebApp } from '../web-app.ts'

const rows = [
  { file_name: 'lake', category: 'nature', width: 3840, height: 2160, luminance: 0.05 },
  { file_name: 'wood', category: 'nature', width: 3840, height: 2160, luminance: 0.1 },
  { file_name: 'tower', category: "'tall'", width: 1080, height: 1920, luminance: 0.6 },
].map((row) => makeIndexRow(row))

const web = await createWebApp({ rows })
afterAll(() => web.close())

const open = async (query = '') => {
  const { status, html } = await web.open(`/connect${query}`)
  expect(status).toBe(200)
  return html
}
const imageIn = (html: string) => /<figure class="preview">\s*<img src="([^"]+)"/.exec(html)?.[1]
const chosenIn = (html: string) =>
  [...html.matchAll(/<option value="([^"]+)" selected/g)].map(([, value]) => value)

describe('the page at /connect', () => {
  it('has the address of this server in each recipe and shows what it answers', async () => {
    const html = await open()
    expect(html).toContain(
      `curl -fsSL --retry 3 -o &quot;$new&quot; &#39;${publicUrl}/random?w=1920&amp;h=1080&#39;`,
    )
    expect(imageIn(html)).toBe('/random?w=1280&amp;h=720')
    expect(html.match(/<details class="recipe"/g)).toHaveLength(12)
    expect(html).toContain('3 wallpapers match')
  })

  it('fills in the filters and the size that the form sends', async () => {
    const html = await open('?picture=today&category=nature&color=&tone=dark&w=600&h=')
    const address = '/today?category=nature&amp;tone=dark&amp;w=600'
    expect(imageIn(html)).toBe(address)
    expect(html).toContain(publicUrl + address)
    expect(chosenIn(html)).toEqual(['nature', 'dark'])
    expect(html).toContain('2 wallpapers match')
  })

  it('builds the address of a full screen, and shows the page itself', async () => {
    const screened = await createWebApp({ rows, deps: { tabDir: 'extension/web' } })
    const { html, headers } = await screened.open(
      '/connect?category=nature&every=20&from=ada&clock=off&off=22:00&on=07:00&caption=on&pairs=on',
    )
    const address =
      '/tab/?every=20&amp;category=nature&amp;from=@ada&amp;clock=off&amp;off=22:00-07:00&amp;caption&amp;pairs'
    expect(html).toContain(`<iframe src="${address}"`)
    expect(html).toContain(publicUrl + address)
    expect(chosenIn(html)).toContain('off')
    expect(headers.get('Content-Security-Policy')).toContain("frame-src 'self'")
    const { html: ofDay } = await screened.open('/connect?picture=today')
    expect(ofDay).toContain('<iframe src="/tab/?today"')
    await screened.close()
  })

  it('keeps several categories that a link has chosen', async () => {
    const html = await open('?category=nature,%27tall%27')
    expect(chosenIn(html)).toEqual(['nature,&#39;tall&#39;'])
    expect(html).toContain('/random?category=nature,%27tall%27&amp;')
  })

  it('ignores what nobody can choose', async () => {
    const html = await open('?picture=x&tone=green&w=5&h=abc')
    expect(imageIn(html)).toBe('/random')
  })

  it('says beforehand that nothing matches, and has no recipe for that', async () => {
    const html = await open('?category=nature&tone=light')
    expect(html).toContain('No wallpapers match all of that')
    expect(html).not.toContain('class="recipe"')
    expect(imageIn(html)).toBeUndefined()
  })

  it.each(['http://127.0.0.1:8787', 'http://localhost:8787'])(
    'says that other devices cannot open %s, the address of a server without PUBLIC_URL',
    async (address) => {
      const local = await createWebApp({ rows, deps: { publicUrl: address } })
      const { html } = await local.open('/connect')
      expect(html).toContain('set <code>PUBLIC_URL</code>')
      await local.close()
    },
  )
})
