import { Hono } from 'hono'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import { createSite } from '../../../server/http/site.ts'
import { pageRoute, sendPage } from '../../../server/web/page-route.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'

const app = await createTestApp()

describe('a page', () => {
  it.each([
    ['/docs/', '/docs'],
    ['/privacy/', '/privacy'],
    ['/account/?next=1', '/account?next=1'],
    ['/wallpaper/row%201/', '/wallpaper/row%201'],
    ['/wallpaper/folder%2Frow%2F', '/wallpaper/folder%2Frow'],
    ['/share/ada.1/?page=2', '/share/ada.1?page=2'],
  ])('redirects from the same path with a trailing slash: %s', async (written, location) => {
    const answer = await app.request(`${publicUrl}${written}`)
    expect(answer.status).toBe(301)
    expect(answer.headers.get('Location')).toBe(location)
  })

  it('that does not exist is a 404 with a trailing slash too', async () => {
    for (const path of ['/nothing/', '//nothing.example/', '/wallpaper//', '/share/', '/share//'])
      expect((await app.request(`${publicUrl}${path}`)).status, path).toBe(404)
  })

  it('accepts only GET and HEAD, with or without a trailing slash', async () => {
    for (const path of ['/docs', '/docs/']) {
      const answer = await app.request(`${publicUrl}${path}`, { method: 'POST' })
      expect(answer.status, path).toBe(405)
      expect(answer.headers.get('Allow')).toBe('GET, HEAD')
    }
  })
})

describe('setPageHeaders', () => {
  it.each(['/', '/wallpaper/nothing', '/nothing', '/account', '/docs'])(
    'sends security headers with %s',
    async (path) => {
      const { headers } = await app.request(path, { headers: { Accept: 'text/html' } })
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      // Browsers warn about a duplicate CSP directive and ignore all but the first.
      const names = headers.get('content-security-policy')?.match(/[\w-]+-src|[\w-]+-uri/g) ?? []
      expect(new Set(names).size).toBe(names.length)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    },
  )
})

const pages = new Hono()
pageRoute(pages, { path: '/', site: createSite('http://wallpapers.test') }, (c) => {
  c.header('Vary', 'Cookie')
  return sendPage(c, html`<p>${'long enough to be compressed '.repeat(100)}</p>`)
})
const open = (headers: Record<string, string>, method = 'GET') =>
  pages.request('/', { method, headers })

describe('sendPage', () => {
  it.each(['/docs', '/account', '/'])(
    'sends the same Vary with HEAD of %s as with GET',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const headers = { Accept: 'text/html', 'Accept-Encoding': 'gzip' }
        const answer = await app.request(path, { method, headers })
        expect([answer.headers.get('Vary'), answer.headers.get('Content-Encoding')]).toEqual([
          'Accept-Encoding',
          'gzip',
        ])
      }
    },
  )

  it('sends Vary with a page, with a 304 and with the answer to HEAD', async () => {
    const page = await open({ 'Accept-Encoding': 'gzip' })
    expect(page.headers.get('Content-Encoding')).toBe('gzip')
    const known = await open({ 'If-None-Match': page.headers.get('ETag') ?? '' })
    expect(known.status).toBe(304)
    for (const { headers } of [page, known, await open({}, 'HEAD')])
      expect(headers.get('Vary')).toBe('Cookie, Accept-Encoding')
  })
})
