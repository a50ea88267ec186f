import type { Context, Handler, Hono } from 'hono'

const allowed = 'GET, HEAD, OPTIONS'

/** What lets pages of every origin read an answer (spec §5), as what it is and nothing else. */
export const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type',
  'X-Content-Type-Options': 'nosniff',
} as const

/** Set before the handler: after it, a header costs three times the whole answer. */
export const allowEveryOrigin = (c: Context) => {
  for (const [name, value] of Object.entries(publicHeaders)) c.header(name, value)
}

/** Adds a public, read-only route: readable from every origin, 405 for any other method. */
export const publicRoute = (app: Hono, path: string, handler: Handler) =>
  readOnlyRoute(app, path, (c, next) => {
    allowEveryOrigin(c)
    return handler(c, next)
  })

type Answer = Response | Promise<Response>

/**
 * The same for a route whose handler answers with `sendJson` or `sendBytes`: their headers are complete,
 * so none are prepared in `c`, which costs as much as the rest of the answer.
 */
export const quickRoute = (app: Hono, path: string, handler: (c: Context) => Answer) =>
  readOnlyRoute(app, path, (c) => {
    const fail = (error: unknown): never => {
      allowEveryOrigin(c)
      throw error
    }
    try {
      const answer = handler(c)
      return answer instanceof Promise ? answer.catch(fail) : answer
    } catch (error) {
      return fail(error)
    }
  })

/** One handler for all methods: Hono answers a path that has a single one without its middleware chain. */
const readOnlyRoute = (app: Hono, path: string, handler: Handler) =>
  app.all(path, (c, next) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return handler(c, next)
    allowEveryOrigin(c)
    c.header('Allow', allowed)
    if (method === 'OPTIONS') return c.body(null, 200)
    return c.json({ error: `Method ${method} is not allowed here: use GET` }, 405)
  })
