import type { Context, Hono } from 'hono'
import { sitemapQuerySchema } from '../../../shared/interchange-api.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { DomainError } from '../../domain-error.ts'
import { publicRoute } from '../add-route.ts'
import { sendText } from '../answers/send.ts'
import { parseQuery } from '../requests/parse-query.ts'
import { escapeXml } from './xml.ts'

interface SitemapRoutesDeps {
  snapshot: CurrentSnapshot
  publicUrl: string
}

// The most pages in one sitemap. sitemaps.org allows ten times as many, which would delay other requests.
const pagesPerSitemap = 5_000

const pages = ['/', '/connect', '/privacy']

export const addSitemapRoutes = (app: Hono, { snapshot, publicUrl }: SitemapRoutesDeps) => {
  publicRoute(app, '/robots.txt', (c) => {
    c.header('Cache-Control', 'public, max-age=3600')
    return sendText(c, robots(publicUrl), 'text/plain; charset=utf-8')
  })

  publicRoute(app, '/sitemap.xml', async (c) => {
    const { page } = parseQuery(c, sitemapQuerySchema)
    const { catalogue } = await snapshot()
    const maps = Math.max(1, Math.ceil(catalogue.size / pagesPerSitemap))
    if (page === undefined && maps > 1) return sendXml(c, mapOfMaps(maps, publicUrl))
    const number = page ?? 1
    if (number > maps) throw new DomainError('NOT_FOUND', `There is no sitemap ${number}`)
    const paths = pathsOf(catalogue, number)
    return sendXml(c, mapOf(number === 1 ? [...pages, ...paths] : paths, publicUrl))
  })
}

// The robots.txt allows pictures, because a site that shows a link to a page also fetches the page's picture.
const robots = (publicUrl: string) =>
  `User-agent: *\nDisallow: /account\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`

const pathsOf = ({ size, idAt }: Catalogue, number: number) => {
  const start = (number - 1) * pagesPerSitemap
  const length = Math.min(pagesPerSitemap, size - start)
  return Array.from({ length }, (_, at) => `/wallpaper/${encodeURIComponent(idAt(start + at))}`)
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const mapOf = (paths: readonly string[], publicUrl: string) =>
  xml('urlset', 'url', paths, publicUrl)

const mapOfMaps = (count: number, publicUrl: string) => {
  const paths = Array.from({ length: count }, (_, at) => `/sitemap.xml?page=${at + 1}`)
  return xml('sitemapindex', 'sitemap', paths, publicUrl)
}

const xml = (root: string, element: string, paths: readonly string[], publicUrl: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${paths
    .map((path) => `<${element}><loc>${escapeXml(publicUrl + path)}</loc></${element}>\n`)
    .join('')}</${root}>\n`

const sendXml = (c: Context, text: string) => {
  c.header('Cache-Control', 'public, max-age=3600')
  return sendText(c, text, 'application/xml; charset=utf-8')
}
