import type { Context, Hono } from 'hono'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { sendText } from '../answers/send.ts'
import { bytes, tagged } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'
import type { Site } from '../site.ts'
import { escapeXml } from './xml.ts'

interface SitemapRoutesDeps {
  snapshot: CurrentSnapshot
  site: Site
}

/** The most wallpapers in one sitemap (https://www.sitemaps.org/protocol.html), which leaves room for other pages. */
export const mostInSitemap = 49_000
// A longer sitemap would delay other requests to a server.
const mostOfServer = 5_000

export const addSitemapRoutes = (app: Hono, { snapshot, site }: SitemapRoutesDeps) => {
  const open = routesOf(app, 'Interchange', 'open')
  const send = (c: Context, text: string, type: string) => {
    c.header('Cache-Control', 'public, max-age=3600')
    return sendText(c, text, `${type}; charset=utf-8`)
  }
  open.get('/robots.txt', {
    id: 'getRobots',
    summary: 'Rules for search engines',
    text: 'Search engines read these rules (RFC 9309) before they read pages.',
    answers: {
      200: bytes('The pages that search engines should skip.', ['text/plain'], tagged),
      500: undefined,
    },
    handler: (c) => send(c, robots(site), 'text/plain'),
  })

  open.get('/sitemap.xml', {
    id: 'getSitemap',
    summary: 'Wallpaper pages, for search engines',
    text: 'Lists the pages of the newest 5,000 wallpapers. The home page leads to all others.',
    answers: { 200: bytes('A sitemap.', ['application/xml'], tagged) },
    handler: async (c) => {
      const { catalogue, urls } = await snapshot()
      const length = Math.min(site.plainFiles ? mostInSitemap : mostOfServer, catalogue.size)
      const listed = Array.from({ length }, (_, place) =>
        urls.page({ id: catalogue.idAt(catalogue.newestAt(place)) }),
      )
      const pages = ['/', ...(site.plainFiles ? [] : ['/connect']), '/privacy'].map(site.url)
      return send(c, toSitemap([...pages, ...listed]), 'application/xml')
    },
  })
}

// The robots.txt allows pictures, because a site that shows a link to a page also fetches the page's picture.
const robots = ({ plainFiles, link, url }: Site) => {
  const refused = plainFiles ? [''] : [` ${link('/account')}`, ` ${link('/api/')}`]
  const rules = refused.map((path) => `Disallow:${path}\n`).join('')
  return `User-agent: *\n${rules}\nSitemap: ${url('/sitemap.xml')}\n`
}

const toSitemap = (urls: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls
    .map((url) => `<url><loc>${escapeXml(url)}</loc></url>\n`)
    .join('')}</urlset>\n`
