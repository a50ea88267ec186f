import { Hono } from 'hono'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import { createSite } from '../../../server/http/site.ts'
import { pageRoute, sendPage } from '../../../server/web/page-route.ts'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'
import { listOperations } from '../http/openapi/conformity.ts'
import { fill } from '../http/openapi/requests.ts'
import { createServers } from '../http/openapi/servers.ts'
import { makePerson } from './web-app.ts'

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
  const own = { Accept: 'text/html', Origin: publicUrl }

  it('are on every answer of a page or form, also when everything behind it is broken', async () => {
    const servers = await createServers()
    const listed = listOperations({ paths: { ...pagesOf('local'), '/nothing': { get: {} } } })
    for (const server of [servers.usual, servers.broken])
      for (const { method, path } of listed) {
        const { headers, username } = await makePerson(servers.web, { ids: ['lake-view'] })
        const askers = [own, { ...own, ...headers }, { ...own, Origin: 'https://elsewhere.test' }]
        for (const asker of askers) {
          const init = { method: method.toUpperCase(), headers: asker }
          const answer = await server.request(publicUrl + fill(path, username), init)
          const at = `${method} ${path} ${answer.status}`
          expect(answer.status < 500 || server === servers.broken, at).toBe(true)
          const sent = (name: string) => answer.headers.get(name) ?? ''
          expect(sent('Content-Security-Policy'), at).toMatch(/default-src 'none'.*frame-ancestors/)
          // Browsers warn about a duplicate CSP directive and ignore all but the first.
          const names = sent('Content-Security-Policy').match(/[\w-]+-src|[\w-]+-uri/g) ?? []
          expect(new Set(names).size, at).toBe(names.length)
          expect(sent('X-Content-Type-Options'), at).toBe('nosniff')
          expect(sent('Referrer-Policy'), at).toBe('same-origin')
          expect(sent('Permissions-Policy'), at).toContain('camera=()')
          expect(sent('Cross-Origin-Opener-Policy'), at).toBe('same-origin')
          if (method === 'post') expect(sent('Cache-Control'), at).toContain('no-store')
          const body = await answer.text()
          const shown = /^(text\/(html|javascript)|image\/jpeg)/
          const isSaved = sent('Content-Disposition').startsWith('attachment')
          if (body)
            expect(sent('Content-Type'), at).toMatch(isSaved ? /^application\/json$/ : shown)
        }
      }
    await servers.close()
  })

  it.each(['/', '/docs'])('allow nothing unsafe in %s', async (path) => {
    const { headers } = await app.request(path, { headers: own })
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe')
  })
})

const pages = new Hono()
pageRoute(pages, { path: '/', site: createSite('http://wallpapers.test') }, (c) => {
  c.header('Vary', 'Cookie')
  return sendPage(c, html`<p>${'long enough to be compressed '.repeat(100)}</p>`)
})
const open = (headers: Record<string, string>, method = 'GET') =>
  pages.request('/', { method, headers })

describe('sendPage', () => {
  it('sends Vary with a page, with a 304 and with the answer to HEAD', async () => {
    const page = await open({ 'Accept-Encoding': 'gzip' })
    expect(page.headers.get('Content-Encoding')).toBe('gzip')
    const known = await open({ 'If-None-Match': page.headers.get('ETag') ?? '' })
    expect(known.status).toBe(304)
    for (const { headers } of [page, known, await open({}, 'HEAD')])
      expect(headers.get('Vary')).toBe('Cookie, Accept-Encoding')
  })
})
