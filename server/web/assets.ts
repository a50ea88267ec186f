import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Context, Hono } from 'hono'
import { setRequestId } from '../http/answers/headers.ts'
import { sendText } from '../http/answers/send.ts'
import { hueRules, shapeRules } from './wallpaper-classes.ts'

const types = {
  'site.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const

type AssetName = keyof typeof types

interface Asset {
  body: string
  version: string
}

let read: ReadonlyMap<AssetName, Asset> | undefined

const readAssets = () => {
  read ??= new Map((Object.keys(types) as AssetName[]).map((name) => [name, readAsset(name)]))
  return read
}

// The site's style sheets. Their order matters, because a later file may override an earlier one.
const styles = [
  ...['base', 'parts', 'wall', 'home', 'filters', 'guide'],
  ...['person', 'wallpaper', 'account', 'connect'],
]

const files: Record<AssetName, readonly string[]> = {
  'site.css': styles.map((name) => `styles/${name}.css`),
  'site.js': ['site.js'],
  'docs.css': ['styles/docs.css'],
  'docs.js': ['docs/docs.js'],
  'icon.svg': ['icon.svg'],
}

const readAsset = (name: AssetName): Asset => {
  const made = name === 'site.css' ? [shapeRules(), hueRules()] : []
  const body = [...files[name].map(readText), ...made].join('\n')
  return { body, version: hash('sha256', body).slice(0, 10) }
}

export const readText = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8')

export const assetPath = (name: AssetName): string =>
  `/${name}?v=${readAssets().get(name)?.version ?? ''}`

export const addAssets = (app: Hono) => {
  const favicon = readFileSync(new URL('favicon.ico', import.meta.url))
  const setHeaders = (c: Context, caching: string) => {
    setRequestId(c)
    c.header('Cache-Control', `public, max-age=${caching}`)
    c.header('X-Content-Type-Options', 'nosniff')
  }
  // Browsers ask for this address when what they show has no <link rel="icon">, such as a picture or JSON.
  app.get('/favicon.ico', (c) => {
    setHeaders(c, '86400')
    return c.body(favicon, 200, { 'Content-Type': 'image/x-icon' })
  })
  for (const [name, { body, version }] of readAssets())
    app.get(`/${name}`, (c) => {
      setHeaders(c, c.req.query('v') === version ? '31536000, immutable' : '3600')
      return sendText(c, body, types[name])
    })
}
