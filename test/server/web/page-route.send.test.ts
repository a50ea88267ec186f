import { Hono } from 'hono'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import { createSite } from '../../../server/http/site.ts'
import { pageRoute, sendPage } from '../../../server/web/page-route.ts'
import { createTestApp } from '../../test-app.ts'

const app = new Hono()
pageRoute(app, { path: '/', site: createSite('http://wallpapers.test') }, (c) => {
  c.header('Vary', 'Cookie')
  return sendPage(c, html`<p>${'long enough to be compressed '.repeat(100)}</p>`)
})
const open = (headers: Record<string, string>, method = 'GET') =>
  app.request('/', { method, headers })

describe('sendPage', () => {
  it.each(['/docs', '/account', '/'])(
    'sends the same Vary with HEAD of %s as with GET',
    async (path) => {
      const app = await createTestApp({ rows: [] })
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
