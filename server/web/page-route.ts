import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { setPageHeaders } from './page-headers.ts'

/** Adds a page: it can be looked at, and nothing else. Written with a slash at the end it is the same page. */
export const pageRoute = (app: Hono, path: string, handler: Handler) => {
  app.get(path, compress(), (c, next) => {
    setPageHeaders(c)
    return handler(c, next)
  })
  app.all(path, (c) => refuseMethod(c, 'GET, HEAD'))
  if (/[/*}]$|\.jpg$/.test(path)) return
  app.get(`${path}/`, redirectToSlashless)
  app.all(`${path}/`, (c) => refuseMethod(c, 'GET, HEAD'))
}

/** Sends on to the same address without the slash at its end, encoded or not. */
export const redirectToSlashless = (c: Context) => {
  const { pathname, search } = new URL(c.req.url)
  setPageHeaders(c)
  return c.redirect(pathname.replace(/(?:\/|%2f)$/i, '') + search, 301)
}

/** Adds where a form is sent to; whoever opens or reloads that address gets the page with the form. */
export const formRoute = (
  app: Hono,
  path: string,
  backTo: string,
  guard: MiddlewareHandler,
  handler: Handler,
) => {
  app.post(path, guard, (c, next) => {
    setPageHeaders(c)
    return handler(c, next)
  })
  app.get(path, (c) => {
    setPageHeaders(c)
    return c.redirect(backTo, 303)
  })
  app.all(path, (c) => refuseMethod(c, 'GET, HEAD, POST'))
}

const refuseMethod = (c: Context, allow: string) => {
  c.header('Allow', allow)
  c.header('X-Content-Type-Options', 'nosniff')
  return c.json({ error: `Method ${c.req.method} is not allowed here: use ${allow}` }, 405)
}
