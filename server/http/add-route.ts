import type { Context, Hono } from 'hono'
import type { BlankEnv } from 'hono/types'
import { setPrivateHeaders, setPublicHeaders } from './answers/headers.ts'

type Answer = Response | Promise<Response>

export type RouteHandler<Path extends string> = (c: Context<BlankEnv, Path>) => Answer

type Method = 'GET' | 'POST' | 'PATCH'

export const publicRoute = <Path extends string>(
  app: Hono,
  path: Path,
  handler: RouteHandler<Path>,
) =>
  readOnlyRoute(app, path, (c) => {
    setPublicHeaders(c)
    return handler(c)
  })

/**
 * Adds a public route for many requests per second. The handler must answer with `sendJson`, `sendPrepared` or
 * `sendPicture`, which set all response headers at once, because `c.header()` doubles the time of a response.
 */
export const quickRoute = <Path extends string>(
  app: Hono,
  path: Path,
  handler: RouteHandler<Path>,
) =>
  readOnlyRoute(app, path, (c) => {
    const fail = (error: unknown): never => {
      setPublicHeaders(c)
      throw error
    }
    try {
      const answer = handler(c)
      return answer instanceof Promise ? answer.catch(fail) : answer
    } catch (error) {
      return fail(error)
    }
  })

type Handlers<Path extends string> = Partial<Record<Method, RouteHandler<Path>>>

// The package `hono/cors` is not used because it would change what clients receive today: 204 instead of 200 for
// `OPTIONS`, and other headers.
const addMethods = <Path extends string>(
  app: Hono,
  path: Path,
  handlers: Handlers<Path>,
  setHeaders: (c: Context) => void,
) => {
  const pattern: string = path
  const methods = Object.keys(handlers)
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  allow.push('OPTIONS')
  for (const [method, handler] of Object.entries(handlers))
    app.on(method, pattern, (c: Context) => {
      setHeaders(c)
      return handler(c)
    })
  app.options(pattern, (c) => {
    setHeaders(c)
    c.header('Allow', allow.join(', '))
    c.header('Access-Control-Allow-Methods', methods.join(', '))
    return answerPreflight(c)
  })
  app.all(pattern, (c) => {
    setHeaders(c)
    return refuseMethod(c, methods, allow)
  })
}

/** Adds a route whose responses belong to one user. */
export const privateRoute = <Path extends string>(
  app: Hono,
  path: Path,
  handlers: Handlers<Path>,
) => addMethods(app, path, handlers, setPrivateHeaders)

/** Adds a route through which everyone, from every site, may also send something. It must not read cookies. */
export const openRoute = <Path extends string>(app: Hono, path: Path, handlers: Handlers<Path>) =>
  addMethods(app, path, handlers, setPublicHeaders)

// Adds one handler for all methods of a path. Hono answers it faster, because it skips its middleware chain.
const readOnlyRoute = (app: Hono, path: string, handler: (c: Context) => Answer) =>
  app.all(path, (c: Context) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return handler(c)
    setPublicHeaders(c)
    if (method !== 'OPTIONS') return refuseMethod(c, ['GET'], readOnly)
    c.header('Allow', readOnly.join(', '))
    return answerPreflight(c)
  })

// Many programs send the same headers with each request, so public routes allow them, too.
const answerPreflight = (c: Context) => {
  const allowed = 'Authorization, Content-Type, If-None-Match, X-Request-Id'
  c.header('Access-Control-Allow-Headers', allowed)
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 200)
}

const readOnly = ['GET', 'HEAD', 'OPTIONS']

export const refuseMethod = (c: Context, methods: readonly string[], allow: readonly string[]) => {
  c.header('Allow', allow.join(', '))
  c.header('Cache-Control', 'no-store')
  const error = `Method ${c.req.method} is not allowed here: use ${methods.join(' or ')}`
  return c.json({ error }, 405)
}
