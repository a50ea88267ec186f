import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Hono } from 'hono'
import { listSeeded } from '../../../shared/catalogue/seeded-order.ts'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { findCreditsPage, pathOfCredits } from '../../web/credits-page.ts'
import { fixedSeed } from '../../web/home/results.ts'
import { contentSecurityPolicy } from '../../web/tab-routes.ts'
import { CommandError } from '../program.ts'
import type { OutputFolder } from './output-folder.ts'

interface PagesDeps {
  /** A server app whose catalogue is the exported rows. */
  app: Hono
  /** The ids of the wallpapers, and the addresses of their pages. */
  wallpapers: readonly { id: string; url: string }[]
  publicUrl: string
  catalogue: Catalogue
  urls: WallpaperUrls
  output: OutputFolder
  signal: AbortSignal
}

interface ExportedFile {
  path: string
  file: string
  status?: number
}

const toFile = (file: string): ExportedFile => ({ path: `/${file}`, file })
const toPage = (path: string): ExportedFile => ({ path, file: `${path.slice(1)}/index.html` })

const usualFiles: readonly ExportedFile[] = [
  { path: '/', file: 'index.html' },
  { path: '/404', file: '404.html', status: 404 },
  ...['/browse', '/today', '/favorites', '/privacy'].map(toPage),
  ...['feed.json', 'feed.rss', 'sitemap.xml', 'robots.txt'].map(toFile),
  ...['site.css', 'site.js', 'icon.svg', 'favicon.ico'].map(toFile),
  // The files have an extension, because many hosts offer a file without one as a download.
  ...['colors', 'categories', 'tags', 'instance'].map((name) => ({
    path: `/api/${name}`,
    file: `api/${name}.json`,
  })),
]

export const exportPages = async (deps: PagesDeps) => {
  const { app, wallpapers, publicUrl, catalogue, output, signal } = deps
  const wallpaperPages = wallpapers.map(({ id, url }) => ({
    path: `/wallpaper/${encodeURIComponent(id)}`,
    file: `${decodeURIComponent(url.slice(publicUrl.length + 1))}index.html`,
  }))
  const { last } = findCreditsPage(catalogue.size)
  const creditsPages = Array.from({ length: last }, (_, at) => toPage(pathOfCredits(at + 1)))
  const all: ExportedFile[] = [...usualFiles, ...creditsPages, ...wallpaperPages]
  for (const { path, file, status } of all) {
    signal.throwIfAborted()
    await output.write(file, await fetchFile(app, path, status))
  }
}

const fetchFile = async (app: Hono, path: string, status = 200) => {
  const response = await app.request(path, { headers: { Accept: 'text/html' } })
  if (response.status === status) return new Uint8Array(await response.arrayBuffer())
  throw new CommandError(
    `The page ${path} could not be exported: the server app answered with status ${response.status}`,
  )
}

/** The headers of the files, in the format of Netlify and Cloudflare Pages. Other hosts ignore the file. */
export const toHeadersFile = (publicUrl: string): string => {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const nosniff = 'X-Content-Type-Options: nosniff'
  const everyone = ['Access-Control-Allow-Origin: *', nosniff]
  const cached = (directives: string) => [...everyone, `Cache-Control: public, ${directives}`]
  const forPrograms = [...cached('max-age=300'), 'Access-Control-Expose-Headers: ETag']
  const programPaths = ['/index.json', '/tags.json', '/feed.json', '/feed.rss', '/api/*']
  const rules: Readonly<Record<string, readonly string[]>> = {
    // The other directives are in the pages. Browsers do not accept this one there.
    '/*': [
      "Content-Security-Policy: frame-ancestors 'none'",
      'Referrer-Policy: same-origin',
      nosniff,
    ],
    ...Object.fromEntries(programPaths.map((path) => [path, forPrograms])),
    '/main/*': cached('max-age=86400'),
    '/cache/*': cached('max-age=86400'),
    '/images/*': cached('max-age=31536000, immutable'),
  }
  return Object.entries(rules)
    .map(([path, lines]) => `${base}${path}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('')
}

interface TabDeps extends Pick<PagesDeps, 'catalogue' | 'urls' | 'output' | 'signal'> {
  exportedTabDir: string
}

const perPart = 50

/**
 * Writes the new tab as a web page, and the wallpapers in parts in a mixed order. The page reads one part at a time,
 * because the index of a large catalogue has many megabytes.
 */
export const exportTab = async ({ exportedTabDir, catalogue, urls, output, signal }: TabDeps) => {
  const pool = catalogue.pool({})
  const parts = Math.ceil(pool.size / perPart)
  for (let part = 0; part < parts; part++) {
    signal.throwIfAborted()
    const place = { seed: fixedSeed, start: part * perPart, count: perPart }
    const wallpapers = listSeeded(catalogue, pool, place).map(catalogue.at)
    const items = wallpapers.map((each) => ({
      ...toDetail(each, urls),
      renditions: urls.copies(each),
    }))
    await output.write(`api/wallpapers/${part + 1}.json`, JSON.stringify(items))
  }
  const entries = await readdir(exportedTabDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const file = relative(exportedTabDir, path).replaceAll(sep, '/')
    const change = changes[file]
    const content = await readFile(path)
    await output.write(`tab/${file}`, change ? change(String(content), parts) : content)
  }
}

const changes: Readonly<Record<string, (text: string, parts: number) => string>> = {
  'index.html': (text, parts) =>
    text
      .replace('<html', `<html data-parts="${parts}"`)
      .replace(
        /<meta charset[^>]*>/,
        `$&\n    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`,
      ),
  // The service worker stores the page again if its version has changed.
  'service-worker.js': (text, parts) => text.replace(/version = '[^']*/, `$&-${parts}`),
}
