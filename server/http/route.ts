import type { Context, Hono } from 'hono'
import type { BlankEnv } from 'hono/types'
import type { z } from 'zod'
import { setPrivateHeaders, setPublicHeaders } from './answers/headers.ts'
import { declareEntry, type Entry } from './entry.ts'
import {
  type DescribedOperation,
  type DescribedRoute,
  describeRoute,
  isPrivate,
  type Method,
  type RouteDescription,
  type RouteKind,
  type Tag,
} from './openapi/describe-route.ts'
import { createQueryParser } from './requests/parse-query.ts'

type Answer = Response | Promise<Response>

interface Endpoint<Path extends string, Query extends z.ZodObject> {
  query?: Query
  /** Whether the answer has all headers already. Routes of the kind `quick` always do. */
  sendsHeaders?: boolean
  /** What a private server asks for. By default, the kind decides. */
  entry?: Entry
  /** `readQuery` reads the parameters that `query` names. It throws `INVALID_REQUEST` for an invalid one. */
  handler: (c: Context<BlankEnv, Path>, readQuery: (c: Context) => z.infer<Query>) => Answer
}

/** What a private server asks for. The handlers of `own` routes ask for a session themselves. */
const entryOfKind: Record<RouteKind, Entry> = {
  open: 'key',
  quick: 'key',
  own: 'nothing',
  guest: 'nothing',
}

/** A route without a description is not in the OpenAPI document. */
type Described = RouteDescription | { id?: never }

/**
 * Returns the functions that add routes of this kind, and their part of the OpenAPI document. `get` also answers HEAD.
 * OPTIONS is answered for the methods that the path has, and other methods get 405.
 */
export const routesOf = (app: Hono, tag: Tag, kind: RouteKind) => {
  const add =
    (method: Method) =>
    <Path extends string, Query extends z.ZodObject = z.ZodObject>(
      path: Path,
      route: Endpoint<Path, Query> & Described,
    ) => {
      const { query, handler, sendsHeaders = kind === 'quick', entry = entryOfKind[kind] } = route
      const handlers = findHandlers(app, path, kind)
      declareEntry(app, path, entry)
      const readQuery = query ? createQueryParser(query) : noQuery
      const answer = (c: Context) => handler(c, readQuery)
      const handle = (sendsHeaders ? withHeadersOnFailure : withHeaders)(answer, kind)
      handlers.set(method, handle)
      if (method === 'GET') handlers.set('HEAD', handle)
      if (route.id !== undefined)
        stateOf(app).described.push({ ...route, method, path, tag, kind, entry })
    }
  return { get: add('GET'), post: add('POST'), patch: add('PATCH') }
}

/** Returns the descriptions of the routes of an app, in the order in which they were added. */
export const listOperations = (app: Hono): readonly DescribedOperation[] =>
  stateOf(app).described.map(describeRoute)

type Handle = (c: Context) => Answer
type Handlers = Map<string, Handle>

interface State {
  handlers: Map<string, Handlers>
  described: DescribedRoute[]
}

// Hono has no place for data of an app. The OpenAPI document is built from the routes of the app that it describes.
const states = new WeakMap<Hono, State>()

const stateOf = (app: Hono): State => {
  const state = states.get(app) ?? { handlers: new Map(), described: [] }
  states.set(app, state)
  return state
}

const findHandlers = (app: Hono, path: string, kind: RouteKind): Handlers => {
  const { handlers } = stateOf(app)
  const ofPath = handlers.get(path) ?? addPath(app, path, kind)
  handlers.set(path, ofPath)
  return ofPath
}

const setHeadersOf = (kind: RouteKind) => (isPrivate(kind) ? setPrivateHeaders : setPublicHeaders)

// Adds one handler for all methods of a path. Hono answers it faster, because it skips its middleware chain.
const addPath = (app: Hono, path: string, kind: RouteKind): Handlers => {
  const handlers: Handlers = new Map()
  const setHeaders = setHeadersOf(kind)
  app.all(path, (c: Context) => {
    const handle = handlers.get(c.req.method)
    if (handle !== undefined) return handle(c)
    setHeaders(c)
    const methods = [...handlers.keys()].filter((method) => method !== 'HEAD')
    const allow = [...handlers.keys(), 'OPTIONS']
    return c.req.method === 'OPTIONS'
      ? answerPreflight(c, methods, allow)
      : refuseMethod(c, methods, allow)
  })
  return handlers
}

const noQuery = () => {
  throw new Error('This route has no query')
}

const withHeaders = (handle: Handle, kind: RouteKind): Handle => {
  const setHeaders = setHeadersOf(kind)
  return (c) => {
    setHeaders(c)
    return handle(c)
  }
}

// The headers are set only if the route fails. Otherwise its answer already has them.
const withHeadersOnFailure =
  (handle: Handle, kind: RouteKind): Handle =>
  (c) => {
    const fail = (error: unknown): never => {
      setHeadersOf(kind)(c)
      throw error
    }
    try {
      const answer = handle(c)
      return answer instanceof Promise ? answer.catch(fail) : answer
    } catch (error) {
      return fail(error)
    }
  }

// The package `hono/cors` is not used because it would change what clients receive today: 204 instead of 200 for
// `OPTIONS`, and other headers. Many programs send the same headers with each request, so public routes allow them, too.
const answerPreflight = (c: Context, methods: readonly string[], allow: readonly string[]) => {
  c.header('Allow', allow.join(', '))
  c.header('Access-Control-Allow-Methods', methods.join(', '))
  const allowed = 'Authorization, Content-Type, If-None-Match, X-Request-Id'
  c.header('Access-Control-Allow-Headers', allowed)
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 200)
}

export const refuseMethod = (c: Context, methods: readonly string[], allow: readonly string[]) => {
  c.header('Allow', allow.join(', '))
  c.header('Cache-Control', 'no-store')
  const error = `Method ${c.req.method} is not allowed here: use ${methods.join(' or ')}`
  return c.json({ error }, 405)
}
