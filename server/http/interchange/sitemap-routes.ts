import type { Context, Hono } from 'hono'
import { sitemapQuerySchema } from '../../../shared/interchange-api.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
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

const pages = ['/', '/connect', '/privacy']
const pagesOfFiles = ['/', '/privacy']

export const addSitemapRoutes = (app: Hono, { snapshot, site }: SitemapRoutesDeps) => {
  const open = routesOf(app, 'Interchange', 'open')
  open.get('/robots.txt', {
    id: 'getRobots',
    summary: 'Rules for search engines',
    text: 'Search engines read these rules (RFC 9309) before they read pages.',
    answers: {
      200: bytes('The pages that search engines should skip.', ['text/plain'], tagged),
      500: undefined,
    },
    handler: (c) => {
      c.header('Cache-Control', 'public, max-age=3600')
      return sendText(c, robots(site), 'text/plain; charset=utf-8')
    },
  })

  open.get('/sitemap.xml', {
    query: sitemapQuerySchema,
    id: 'getSitemap',
    summary: 'All wallpaper pages, for search engines',
    text: 'Lists up to 5,000 pages. A larger catalogue gets a list of sitemaps, which `page` selects.',
    answers: {
      200: bytes('A sitemap, or an index of several sitemaps.', ['application/xml'], tagged),
      400: refusal(
        'The page is invalid.',
        "Invalid page 'x': expected a whole number from 1 to 50000",
      ),
      404: refusal('The sitemap does not have this page.', 'There is no sitemap 9'),
    },
    handler: async (c, readQuery) => {
      const { page } = readQuery(c)
      const { catalogue, urls } = await snapshot()
      const perSitemap = site.plainFiles ? mostInSitemap : pagesPerSitemap
      const maps = Math.max(1, Math.ceil(catalogue.size / perSitemap))
      if (page === undefined && maps > 1) return sendXml(c, mapOfMaps(maps, site))
      const number = page ?? 1
      if (number > maps) throw new DomainError('NOT_FOUND', `There is no sitemap ${number}`)
      const wallpapers = wallpaperPages({ catalogue, urls }, number, perSitemap)
      const others = (site.plainFiles ? pagesOfFiles : pages).map(site.url)
      return sendXml(c, mapOf(number === 1 ? [...others, ...wallpapers] : wallpapers))
    },
  })
}

// The robots.txt allows pictures, because a site that shows a link to a page also fetches the page's picture.
const robots = ({ plainFiles, link, url }: Site) => {
  const refused = plainFiles ? [''] : [` ${link('/account')}`, ` ${link('/api/')}`]
  const rules = refused.map((path) => `Disallow:${path}\n`).join('')
  return `User-agent: *\n${rules}\nSitemap: ${url('/sitemap.xml')}\n`
}

const wallpaperPages = (
  { catalogue: { size, idAt }, urls }: Pick<CatalogueSnapshot, 'catalogue' | 'urls'>,
  number: number,
  perSitemap: number,
) => {
  const start = (number - 1) * perSitemap
  const length = Math.min(perSitemap, size - start)
  return Array.from({ length }, (_, at) => urls.page({ id: idAt(start + at) }))
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const mapOf = (urls: readonly string[]) => xml('urlset', 'url', urls)

const mapOfMaps = (count: number, { url }: Site) => {
  const urls = Array.from({ length: count }, (_, at) => url(`/sitemap.xml?page=${at + 1}`))
  return xml('sitemapindex', 'sitemap', urls)
}

const xml = (root: string, element: string, urls: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${urls
    .map((url) => `<${element}><loc>${escapeXml(url)}</loc></${element}>\n`)
    .join('')}</${root}>\n`

const sendXml = (c: Context, text: string) => {
  c.header('Cache-Control', 'public, max-age=3600')
  return sendText(c, text, 'application/xml; charset=utf-8')
}
