/**
 * The routes of the emulated Clerk Frontend API. Every request is checked for the headers that
 * Clerk requires.
 */
import { type Context, Hono, type Next } from 'hono'
import {
  type ClerkClient,
  type ClerkSession,
  makeClient,
  type TokenMaker,
  type Toolbox,
  toClientJson,
  toSessionJson,
  toSignInJson,
  toSignUpJson,
} from './clerk-clients.ts'
import {
  attemptSignIn,
  attemptSignUp,
  ClerkRefusal,
  createSignIn,
  createSignUp,
  type Fields,
  type FlowContext,
  type Mail,
  prepareSignIn,
  prepareSignUp,
} from './clerk-flows.ts'
import type { ClerkUsers } from './clerk-users.ts'

export interface LoggedRequest {
  /**
   * Contains the value of the query parameter `_method` if the request has one, because Clerk's SDK
   * sends other methods as POST.
   */
  method: string
  path: string
  isNative: boolean
  origin: string | undefined
  /**
   * Empty when the request has an `Authorization` header without a value. `undefined` when the
   * header is absent.
   */
  authorization: string | undefined
}

export interface FrontendState {
  /** Whether a correct password from a device also needs a code, as on a device that Clerk does not know yet. */
  asksUnknownDevices: boolean
  /** The known devices. The key is the device's secret. */
  clients: Map<string, ClerkClient>
  users: ClerkUsers
  mails: Mail[]
  requests: LoggedRequest[]
  makeToken: TokenMaker
}

interface Env {
  Variables: { client: ClerkClient }
}

export const createFrontendApp = (state: FrontendState): Hono<Env> => {
  const app = new Hono<Env>()
  app.onError((error, c) => refuse(c, error))
  app.notFound((c) => refuse(c, new ClerkRefusal(404, 'resource_not_found', 'Not found')))
  app.use((c, next) => identifyClient(c, state, next))

  app.get('/v1/environment', (c) => c.json(environment))
  app.get('/v1/client', (c) => c.json({ response: clientJson(c, state), client: null }))
  addSignIn(app, state)
  addSignUp(app, state)
  addSessions(app, state)
  return app
}

const addSignIn = (app: Hono<Env>, state: FrontendState): void => {
  const answer = (c: Context<Env>, attempt: Parameters<typeof toSignInJson>[0]) =>
    c.json({ response: toSignInJson(attempt, toolbox(c, state)), client: clientJson(c, state) })
  const path = '/v1/client/sign_ins'
  app.post(path, async (c) => answer(c, createSignIn(flow(c, state), await readForm(c))))
  for (const factor of ['first', 'second']) {
    app.post(`${path}/:id/prepare_${factor}_factor`, (c) =>
      answer(c, prepareSignIn(flow(c, state), c.req.param('id'))),
    )
    app.post(`${path}/:id/attempt_${factor}_factor`, async (c) =>
      answer(c, attemptSignIn(flow(c, state), c.req.param('id'), await readForm(c))),
    )
  }
}

const addSignUp = (app: Hono<Env>, state: FrontendState): void => {
  const answer = (c: Context<Env>, attempt: Parameters<typeof toSignUpJson>[0]) =>
    c.json({ response: toSignUpJson(attempt), client: clientJson(c, state) })
  const path = '/v1/client/sign_ups'
  app.post(path, async (c) => answer(c, createSignUp(flow(c, state), await readForm(c))))
  app.post(`${path}/:id/prepare_verification`, (c) =>
    answer(c, prepareSignUp(flow(c, state), c.req.param('id'))),
  )
  app.post(`${path}/:id/attempt_verification`, async (c) =>
    answer(c, attemptSignUp(flow(c, state), c.req.param('id'), await readForm(c))),
  )
}

const addSessions = (app: Hono<Env>, state: FrontendState): void => {
  app.post('/v1/client/sessions/:id/touch', (c) => {
    const session = requireSession(c)
    return c.json({
      response: toSessionJson(session, toolbox(c, state)),
      client: clientJson(c, state),
    })
  })
  // Clerk wraps every answer in `response`, except the answer with a new token.
  app.post('/v1/client/sessions/:id/tokens', (c) =>
    c.json({ object: 'token', jwt: state.makeToken(requireSession(c), c.req.header('origin')) }),
  )
  // Clerk's SDK sends DELETE as a POST with `_method=DELETE`.
  app.post('/v1/client/sessions', (c) => {
    c.var.client.sessions = []
    return c.json({ response: clientJson(c, state), client: clientJson(c, state) })
  })
}

const identifyClient = async (c: Context<Env>, state: FrontendState, next: Next) => {
  const request = toLogged(c)
  state.requests.push(request)
  requireHeaders(request)
  const { isNative, authorization } = request
  const jwt = authorization?.replace(/^Bearer /, '') ?? ''
  const client = state.clients.get(jwt) ?? makeClient()
  state.clients.set(client.jwt, client)
  c.set('client', client)
  if (isNative) c.header('Authorization', client.jwt)
  await next()
}

/**
 * A native request (`_is_native=1`) has `Authorization`, which is empty at first, and any other
 * request has `Origin`. A request never has both, and only native requests receive the client's
 * secret.
 */
const requireHeaders = ({ isNative, origin, authorization }: LoggedRequest): void => {
  if (origin !== undefined && authorization !== undefined)
    throw new ClerkRefusal(
      400,
      'origin_authorization_headers_conflict',
      "For security purposes, only one of the 'Origin' and 'Authorization' headers should be provided, but not both. In browser contexts, the 'Origin' header is set automatically by the browser. In native application contexts (e.g. mobile apps), set the 'Authorization' header.",
    )
  if (isNative && authorization === undefined)
    throw new ClerkRefusal(
      400,
      'request_header_missing',
      'To protect against common web attacks, we require the HTTP Authorization header to be present in native application requests.',
    )
  if (!isNative && origin === undefined)
    throw new ClerkRefusal(
      400,
      'request_header_missing',
      'To protect against standard web attacks, the HTTP Origin header is required in browser requests.',
    )
}

const refuse = (c: Context<Env>, error: Error) => {
  if (!(error instanceof ClerkRefusal)) throw error
  const { status, code, message, param } = error
  const meta = param === undefined ? {} : { param_name: param }
  const body = { errors: [{ code, message, long_message: message, meta }] }
  return c.body(JSON.stringify(body), status as 400, { 'Content-Type': 'application/json' })
}

const toLogged = ({ req }: Context<Env>): LoggedRequest => {
  return {
    method: req.query('_method') ?? req.method,
    path: req.path,
    isNative: ['1', 'true'].includes(req.query('_is_native') ?? ''),
    origin: req.header('origin'),
    authorization: req.header('authorization'),
  }
}

const requireSession = (c: Context<Env>): ClerkSession => {
  const session = c.var.client.sessions.find(({ id }) => id === c.req.param('id'))
  if (session) return session
  throw new ClerkRefusal(
    401,
    'authentication_invalid',
    'Unable to authenticate the request, you need to supply an active session',
  )
}

/** Reads a form body. Clerk's SDK sends forms with field names in snake case. */
const readForm = async (c: Context<Env>): Promise<Fields> => {
  return Object.fromEntries(new URLSearchParams(await c.req.text()))
}

const toolbox = (c: Context<Env>, { users, makeToken }: FrontendState): Toolbox => ({
  users,
  makeToken,
  origin: c.req.header('origin'),
})

const clientJson = (c: Context<Env>, state: FrontendState) =>
  toClientJson(c.var.client, toolbox(c, state))

const flow = (c: Context<Env>, state: FrontendState): FlowContext => {
  const { users, mails, asksUnknownDevices } = state
  return { client: c.var.client, users, mails, asksUnknownDevices }
}

/**
 * The smallest Clerk environment that the SDK accepts. Only Clerk's ready-made user interface needs
 * more fields.
 */
const environment = {
  auth_config: { object: 'auth_config', single_session_mode: true },
  display_config: { object: 'display_config', captcha_public_key: null },
  user_settings: { object: 'user_settings', attributes: {}, sign_up: { captcha_enabled: false } },
}
