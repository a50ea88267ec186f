import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
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

const names = Object.keys(types) as AssetName[]
let read: ReadonlyMap<AssetName, Asset> | undefined

const readAssets = () => {
  read ??= new Map(names.map((name) => [name, readAsset(name)]))
  return read
}

// The site's style sheets. Their order matters, because a later file may override an earlier one.
const styles = [
  ...['base', 'parts', 'wall', 'home', 'filters', 'guide'],
  ...['person', 'wallpaper', 'account', 'connect'],
]

const readers: Partial<Record<AssetName, () => string>> = {
  'site.css': () =>
    [...styles.map((name) => readText(`styles/${name}.css`)), shapeRules(), hueRules()].join('\n'),
  'docs.css': () => readText('styles/docs.css'),
  'docs.js': () => readText('docs/docs.js'),
}

const readAsset = (name: AssetName): Asset => {
  const body = readers[name]?.() ?? readText(name)
  return { body, version: createHash('sha256').update(body).digest('hex').slice(0, 10) }
}

export const readText = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8')

export const assetPath = (name: AssetName): string =>
  `/${name}?v=${readAssets().get(name)?.version ?? ''}`

export const addAssets = (app: Hono) => {
  const favicon = readFileSync(new URL('favicon.ico', import.meta.url))
  // Browsers ask for this address when what they show has no <link rel="icon">, such as a picture or JSON.
  app.get('/favicon.ico', (c) => {
    setRequestId(c)
    c.header('Cache-Control', 'public, max-age=86400')
    c.header('Content-Type', 'image/x-icon')
    c.header('X-Content-Type-Options', 'nosniff')
    return c.body(favicon)
  })
  for (const [name, { body, version }] of readAssets())
    app.get(`/${name}`, (c) => {
      const forever = c.req.query('v') === version
      setRequestId(c)
      c.header('Cache-Control', `public, max-age=${forever ? '31536000, immutable' : '3600'}`)
      c.header('X-Content-Type-Options', 'nosniff')
      return sendText(c, body, types[name])
    })
}
