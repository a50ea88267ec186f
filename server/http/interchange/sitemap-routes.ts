import type { Context, Hono } from 'hono'
import { sitemapQuerySchema } from '../../../shared/interchange-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { DomainError } from '../../domain-error.ts'
import { sendText } from '../answers/send.ts'
import { bytes, refusal, tagged } from '../openapi/responses.ts'
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
const pagesPerSitemap = 5_000

/** Adds the files that search engines look for at fixed addresses. */
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
    query: sitemapQuerySchema,
    id: 'getSitemap',
    summary: 'All wallpaper pages, for search engines',
    text: 'Lists up to 5,000 pages. A larger catalogue gets a list of sitemaps, which `page` selects.',
    answers: {
      200: bytes('A sitemap, or an index of several sitemaps.', ['application/xml'], tagged),
      404: refusal('The sitemap does not have this page.', 'There is no sitemap 9'),
    },
    handler: async (c, readQuery) => {
      const { page } = readQuery(c)
      const { catalogue, urls } = await snapshot()
      const perSitemap = site.plainFiles ? mostInSitemap : pagesPerSitemap
      const maps = Math.max(1, Math.ceil(catalogue.size / perSitemap))
      if (page === undefined && maps > 1) return send(c, mapOfMaps(maps, site), 'application/xml')
      const number = page ?? 1
      if (number > maps) throw new DomainError('NOT_FOUND', `There is no sitemap ${number}`)
      const start = (number - 1) * perSitemap
      const length = Math.min(perSitemap, catalogue.size - start)
      const listed = Array.from({ length }, (_, at) =>
        urls.page({ id: catalogue.idAt(start + at) }),
      )
      const pages = ['/', ...(site.plainFiles ? [] : ['/connect']), '/privacy'].map(site.url)
      const all = number === 1 ? [...pages, ...listed] : listed
      return send(c, xml('urlset', 'url', all), 'application/xml')
    },
  })
}

// The robots.txt allows pictures, because a site that shows a link to a page also fetches the page's picture.
const robots = ({ plainFiles, link, url }: Site) => {
  const refused = plainFiles ? [''] : [` ${link('/account')}`, ` ${link('/api/')}`]
  const rules = refused.map((path) => `Disallow:${path}\n`).join('')
  return `User-agent: *\n${rules}\nSitemap: ${url('/sitemap.xml')}\n`
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const mapOfMaps = (count: number, { url }: Site) => {
  const urls = Array.from({ length: count }, (_, at) => url(`/sitemap.xml?page=${at + 1}`))
  return xml('sitemapindex', 'sitemap', urls)
}

const xml = (root: string, element: string, urls: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${urls
    .map((url) => `<${element}><loc>${escapeXml(url)}</loc></${element}>\n`)
    .join('')}</${root}>\n`
