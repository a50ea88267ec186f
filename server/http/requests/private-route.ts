import type { Context, Handler, Hono } from 'hono'

type Method = 'GET' | 'POST' | 'PATCH'

/**
 * Adds a route that answers one user. Any site may call it with a bearer token that it was given;
 * none may send the browser's cookies along, because credentials are never allowed to an origin.
 */
export const privateRoute = (
  app: Hono,
  path: string,
  handlers: Partial<Record<Method, Handler>>,
) => {
  const methods = Object.keys(handlers)
  const allow = [...methods.flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : name)), 'OPTIONS']

  for (const [method, handler] of Object.entries(handlers)) {
    app.on(method, path, (c, next) => {
      setPrivateHeaders(c)
      return handler(c, next)
    })
  }
  app.options(path, (c) => {
    setPrivateHeaders(c)
    c.header('Allow', allow.join(', '))
    c.header('Access-Control-Allow-Methods', methods.join(', '))
    c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    c.header('Access-Control-Max-Age', '600')
    return c.body(null, 200)
  })
  app.all(path, (c) => {
    setPrivateHeaders(c)
    c.header('Allow', allow.join(', '))
    const use = methods.join(' or ')
    return c.json({ error: `Method ${c.req.method} is not allowed here: use ${use}` }, 405)
  })
}

const setPrivateHeaders = (c: Context) => {
  const origin = c.req.header('Origin')
  c.header('Vary', 'Origin')
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Content-Type-Options', 'nosniff')
  if (origin === undefined) return
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Expose-Headers', 'Retry-After')
}
