import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { setRequestId } from '../http/answers/headers.ts'
import { sendText } from '../http/answers/send.ts'
import { declareEntry } from '../http/entry.ts'
import { hueRules, shapeRules } from './wallpaper-classes.ts'

// The order of the style sheets matters, because a later file may override an earlier one.
const styles = [
  ...['base', 'parts', 'wall', 'home', 'filters', 'guide'],
  ...['person', 'wallpaper', 'account', 'connect'],
]

const files = {
  'site.css': styles.map((name) => `styles/${name}.css`),
  'site.js': ['site.js'],
  'docs.css': ['styles/docs.css'],
  'icon.svg': ['icon.svg'],
}

type AssetName = keyof typeof files

const readAsset = (name: AssetName) => {
  const made = name === 'site.css' ? [shapeRules(), hueRules()] : []
  const body = [...files[name].map(readText), ...made].join('\n')
  return { body, version: hash('sha256', body).slice(0, 10) }
}

const known = new Map<AssetName, ReturnType<typeof readAsset>>()

const findAsset = (name: AssetName) => {
  const asset = known.get(name) ?? readAsset(name)
  known.set(name, asset)
  return asset
}

export const readText = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8')

export const assetPath = (name: AssetName): string => `/${name}?v=${findAsset(name).version}`

export const addAssets = (app: Hono) => {
  const favicon = readFileSync(new URL('favicon.ico', import.meta.url))
  for (const name of ['favicon.ico', ...Object.keys(files)])
    declareEntry(app, `/${name}`, 'nothing')
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
  for (const name of Object.keys(files) as AssetName[])
    app.get(`/${name}`, (c) => {
      const { body, version } = findAsset(name)
      setHeaders(c, c.req.query('v') === version ? '31536000, immutable' : '3600')
      return sendText(c, body, getMimeType(name) ?? '')
    })
}
