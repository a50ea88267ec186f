import type { Context, Handler, Hono } from 'hono'

const allowed = 'GET, HEAD, OPTIONS'

/** Set before the handler: after it, a header costs three times the whole answer. */
export const allowEveryOrigin = (c: Context) => {
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Access-Control-Allow-Methods', 'GET')
  c.header('Access-Control-Allow-Headers', 'Content-Type')
}

/** Adds a public, read-only route: readable from every origin, 405 for any other method. */
export const publicRoute = (app: Hono, path: string, handler: Handler) => {
  app.get(path, (c, next) => {
    allowEveryOrigin(c)
    return handler(c, next)
  })
  app.options(path, (c) => {
    allowEveryOrigin(c)
    c.header('Allow', allowed)
    return c.body(null, 200)
  })
  app.all(path, (c) => {
    allowEveryOrigin(c)
    c.header('Allow', allowed)
    return c.json({ error: `Method ${c.req.method} is not allowed here: use GET` }, 405)
  })
}
