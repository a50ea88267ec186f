import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'

const asset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The few files that pages load, read once. */
export const addAssets = (app: Hono) => {
  const files = [
    { path: '/site.css', type: 'text/css; charset=utf-8', body: asset('site.css') },
    { path: '/icon.svg', type: 'image/svg+xml', body: asset('icon.svg') },
  ]
  for (const { path, type, body } of files)
    app.get(path, (c) => {
      c.header('Cache-Control', 'public, max-age=3600')
      c.header('Content-Type', type)
      return c.body(body)
    })
}
