import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { getMimeType } from 'hono/utils/mime'
import { sendText } from '../http/answers/send.ts'
import { escapeXml } from '../http/interchange/xml.ts'
import type { Site } from '../http/site.ts'
import { sendNothingHere } from './error-pages.ts'
import { framedBy, pageRoute, setPageHeaders } from './page-route.ts'

// The page downloads the pictures of wallpapers, which may be on other hosts, and shows its own copies (`blob:`).
export const contentSecurityPolicy = [
  "default-src 'none'",
  "img-src 'self' blob:",
  "style-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self' blob: https: http:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

interface TabDeps {
  site: Site
  /** The folder into which `npm run build` writes the page. */
  tabDir?: string | undefined
}

export const isTabBuilt = (tabDir: string | undefined): boolean =>
  tabDir !== undefined && existsSync(join(tabDir, 'index.html'))

/** Serves the new tab as a web page. The extension's code makes it, so the server has only its files. */
export const addTabRoutes = (app: Hono, { tabDir, site }: TabDeps) => {
  const send = async (c: Context, name: string) => {
    const body = await readBuilt(tabDir, name)
    if (!body) return sendNothingHere(c, isTabBuilt(tabDir) ? noFile : notBuilt, site)
    const type = getMimeType(name) ?? 'application/octet-stream'
    c.header('Content-Security-Policy', `${contentSecurityPolicy}; ${framedBy}`)
    c.header('Cache-Control', toCacheControl(name))
    if (name === 'service-worker.js') c.header('Service-Worker-Allowed', site.link('/tab'))
    if (name === 'manifest.webmanifest') return sendText(c, toManifest(body, c, site), type)
    if (name === 'index.html') return sendText(c, withTitle(body.toString(), site), type)
    if (!type.startsWith('image/')) return sendText(c, body.toString(), type)
    c.header('Content-Type', type)
    return c.body(new Uint8Array(body))
  }
  pageRoute(app, { path: '/tab/', site, entry: 'key' }, (c) => send(c, 'index.html'))
  pageRoute(app, { path: '/tab/:file{.+}', site, entry: 'key' }, (c) =>
    send(c, c.req.param('file')),
  )
  // The page's files are below this folder, so its own address ends with a slash.
  app.get('/tab', (c) => {
    setPageHeaders(c)
    return c.redirect(site.link(`/tab/${new URL(c.req.url).search}`), 301)
  })
}

const noFile = { title: 'There is nothing here', text: 'This file does not exist.' }

const notBuilt = {
  title: 'The new tab as a page is not built yet',
  text: html`The person who runs this server can build it with <code>npm run build</code>.`,
}

const readBuilt = async (dir: string | undefined, name: string): Promise<Buffer | undefined> => {
  const isPlain = /^(?:[\w-]+\/)?[\w-]+\.\w+$/.test(name)
  return dir !== undefined && isPlain ? readFile(join(dir, name)).catch(() => undefined) : undefined
}

const withTitle = (page: string, { name }: Site) =>
  page.replace('<title>Fresco</title>', () => `<title>${escapeXml(name)}</title>`)

// The page asks for its manifest with the words of its own address. Browsers ask for icons without cookies.
const toManifest = (file: Buffer, c: Context, { name, isPrivate }: Site) => {
  const { search } = new URL(c.req.url)
  const manifest = JSON.parse(file.toString())
  const icons = manifest.icons?.map((icon: { src: string }) => ({
    ...icon,
    src: icon.src + search,
  }))
  const named = { name, short_name: name, start_url: `./${search}` }
  return JSON.stringify({ ...manifest, ...named, ...(isPrivate && { icons }) })
}

// The build puts a hash into the names of the files in `assets/`. The service worker asks for each file again itself.
const toCacheControl = (name: string): string => {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return /^(?:index\.html|service-worker\.js)$/.test(name) ? 'no-cache' : 'public, max-age=3600'
}
