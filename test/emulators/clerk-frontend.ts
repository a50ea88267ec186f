/**
 * Emulates Clerk's Frontend API over HTTPS: sign-in, sign-up, sign-out and session tokens. Every request is checked for the
 * headers that Clerk requires.
 * @see https://clerk.com/docs/reference/frontend-api
 */
import { randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:https'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'
import { type ClerkUser, makeUser } from './clerk-backend.ts'
import { type ClerkKeys, makePublishableKey, signClerkToken } from './clerk-tokens.ts'
import { makeSelfSigned, type SelfSigned } from './tls.ts'

interface LoggedRequest {
  /** The value of the query parameter `_method` if there is one, because Clerk's SDK sends other methods as POST. */
  method: string
  path: string
  isNative: boolean
  origin: string | undefined
  /** Empty when the request has an `Authorization` header without a value, as a device without a secret sends it. */
  authorization: string | undefined
}

export interface ClerkFrontend {
  /** `https://clerk.localhost:<port>`. Session tokens contain it as their issuer. */
  url: string
  publishableKey: string
  tls: SelfSigned
  mails: { to: string; code: string }[]
  requests: LoggedRequest[]
  revokeSessions(): void
  /** From now on, a correct password also needs a code from an e-mail. */
  askUnknownDevices(): void
  stop(): Promise<void>
}

interface Person {
  username: string
  email: string
  password: string
}

interface Session {
  id: string
  userId: string
  at: number
}

interface Attempt {
  kind: 'sign_in' | 'sign_up'
  id: string
  person: Person
  status: 'needs_first_factor' | 'needs_client_trust' | 'missing_requirements' | 'complete'
  code?: string
  session?: Session
}

/** What Clerk stores for a device, which it calls a "client". */
interface Client {
  id: string
  jwt: string
  sessions: Session[]
  attempt?: Attempt
}

interface State extends Pick<ClerkFrontend, 'mails' | 'requests'> {
  users: Map<string, ClerkUser>
  people: Person[]
  clients: Map<string, Client>
  asksUnknownDevices: boolean
  makeToken: (session: Session, origin: string | undefined) => string
}

export const startClerkFrontend = async (
  keys: ClerkKeys,
  users: Map<string, ClerkUser>,
): Promise<ClerkFrontend> => {
  const tls = makeSelfSigned('clerk.localhost')
  const server = createServer({ key: tls.key, cert: tls.cert })
  const host = `clerk.localhost:${await listenLocally(server)}`
  const url = `https://${host}`
  const state: State = {
    users,
    people: [],
    clients: new Map(),
    mails: [],
    requests: [],
    asksUnknownDevices: false,
    makeToken: ({ id, userId }, origin) =>
      signClerkToken(keys, {
        userId,
        ...(origin !== undefined && { azp: origin }),
        claims: { iss: url, sid: id, jti: randomBytes(10).toString('hex') },
      }),
  }
  server.on('request', getRequestListener(createFrontendApp(state).fetch))
  return {
    url,
    publishableKey: makePublishableKey(host),
    tls,
    mails: state.mails,
    requests: state.requests,
    revokeSessions: () => {
      for (const client of state.clients.values()) client.sessions = []
    },
    askUnknownDevices: () => {
      state.asksUnknownDevices = true
    },
    stop: () => closeServer(server),
  }
}

interface Env {
  Variables: { client: Client }
}

const createFrontendApp = (state: State): Hono<Env> => {
  const app = new Hono<Env>()
  const answer = (c: Context<Env>, response: object) =>
    c.json({ response, client: toClientJson(c, state) })
  app.onError((error, c) => {
    if (!(error instanceof ClerkRefusal)) throw error
    const { status, message: code, param } = error
    const meta = param === undefined ? {} : { param_name: param }
    const body = { errors: [{ code, message: code, long_message: code, meta }] }
    return c.body(JSON.stringify(body), status as 400, { 'Content-Type': 'application/json' })
  })
  app.notFound(() => {
    throw new ClerkRefusal(404, 'resource_not_found')
  })
  app.use(async (c, next) => {
    const request = toLogged(c)
    state.requests.push(request)
    requireHeaders(request)
    const jwt = request.authorization?.replace(/^Bearer /, '') ?? ''
    const client = state.clients.get(jwt) ?? makeClient()
    state.clients.set(client.jwt, client)
    c.set('client', client)
    // Only native requests receive the device's secret.
    if (request.isNative) c.header('Authorization', client.jwt)
    await next()
  })

  app.get('/v1/environment', (c) => c.json(environment))
  app.get('/v1/client', (c) => c.json({ response: toClientJson(c, state), client: null }))
  app.post('/v1/client/sign_ins', async (c) =>
    answer(c, toSignInJson(beginSignIn(c.var.client, await readForm(c), state))),
  )
  app.post('/v1/client/sign_ups', async (c) =>
    answer(c, toSignUpJson(beginSignUp(c.var.client, await readForm(c)))),
  )
  // The last part of the path is such as `prepare_first_factor` or `attempt_verification`.
  app.post('/v1/client/:kind{sign_ins|sign_ups}/:id/:step{(?:prepare|attempt)_\\w+}', async (c) => {
    const { attempt } = c.var.client
    if (attempt?.id !== c.req.param('id')) throw new ClerkRefusal(404, 'resource_not_found')
    if (c.req.param('step').startsWith('prepare')) sendCode(attempt, state)
    else {
      requireCode(attempt, (await readForm(c)).code)
      complete(c.var.client, attempt, state)
    }
    return answer(c, attempt.kind === 'sign_in' ? toSignInJson(attempt) : toSignUpJson(attempt))
  })
  app.post('/v1/client/sessions/:id/touch', (c) =>
    answer(c, toSessionJson(requireSession(c), c, state)),
  )
  // Clerk wraps every answer in `response`, except the answer with a new token.
  app.post('/v1/client/sessions/:id/tokens', (c) =>
    c.json({ object: 'token', jwt: state.makeToken(requireSession(c), c.req.header('origin')) }),
  )
  // Clerk's SDK sends DELETE as a POST with `_method=DELETE`.
  app.post('/v1/client/sessions', (c) => {
    c.var.client.sessions = []
    return answer(c, toClientJson(c, state))
  })
  return app
}

/** An error response with one of Clerk's codes (https://clerk.com/docs/errors/frontend-api), which also serves as its text. */
class ClerkRefusal extends Error {
  status: number
  param: string | undefined

  constructor(status: number, code: string, param?: string) {
    super(code)
    this.status = status
    this.param = param
  }
}

const toLogged = ({ req }: Context<Env>): LoggedRequest => ({
  method: req.query('_method') ?? req.method,
  path: req.path,
  isNative: ['1', 'true'].includes(req.query('_is_native') ?? ''),
  origin: req.header('origin'),
  authorization: req.header('authorization'),
})

/** A native request has `Authorization`, which is empty at first, and any other request has `Origin`. None has both. */
const requireHeaders = ({ isNative, origin, authorization }: LoggedRequest): void => {
  if (origin !== undefined && authorization !== undefined)
    throw new ClerkRefusal(400, 'origin_authorization_headers_conflict')
  if ((isNative ? authorization : origin) === undefined)
    throw new ClerkRefusal(400, 'request_header_missing')
}

const makeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

const makeClient = (): Client => {
  const id = makeId('client')
  return { id, jwt: `${id}.${randomBytes(16).toString('hex')}`, sessions: [] }
}

const requireSession = (c: Context<Env>): Session => {
  const session = c.var.client.sessions.find(({ id }) => id === c.req.param('id'))
  if (session) return session
  throw new ClerkRefusal(401, 'authentication_invalid')
}

/** Reads a form body. Clerk's SDK sends forms with field names in snake case. */
const readForm = async (c: Context<Env>): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(new URLSearchParams(await c.req.text()))

const beginSignIn = (
  client: Client,
  { identifier = '', password }: Record<string, string | undefined>,
  state: State,
): Attempt => {
  requireNoSession(client)
  const person = state.people.find(({ username, email }) => [username, email].includes(identifier))
  if (!person) throw new ClerkRefusal(422, 'form_identifier_not_found', 'identifier')
  if (password !== undefined && password !== person.password)
    throw new ClerkRefusal(422, 'form_password_incorrect', 'password')
  const attempt: Attempt = {
    kind: 'sign_in',
    id: makeId('sia'),
    person,
    status: password === undefined ? 'needs_first_factor' : 'needs_client_trust',
  }
  client.attempt = attempt
  if (password !== undefined && !state.asksUnknownDevices) complete(client, attempt, state)
  return attempt
}

const beginSignUp = (
  client: Client,
  { username = '', email_address: email = '', password = '' }: Record<string, string | undefined>,
): Attempt => {
  requireNoSession(client)
  const person = { username: username.toLowerCase(), email, password }
  client.attempt = { kind: 'sign_up', id: makeId('sua'), person, status: 'missing_requirements' }
  return client.attempt
}

const requireNoSession = ({ sessions }: Client): void => {
  if (sessions.length > 0) throw new ClerkRefusal(400, 'session_exists')
}

const sendCode = (attempt: Attempt, { mails }: State): void => {
  attempt.code = String(randomInt(1_000_000)).padStart(6, '0')
  mails.push({ to: attempt.person.email, code: attempt.code })
}

const requireCode = ({ code }: Attempt, given: string | undefined): void => {
  if (code === undefined) throw new ClerkRefusal(400, 'verification_missing', 'code')
  if (given !== code) throw new ClerkRefusal(422, 'form_code_incorrect', 'code')
}

const complete = (client: Client, attempt: Attempt, { users, people }: State): void => {
  const { username } = attempt.person
  if (attempt.kind === 'sign_up') {
    const user = makeUser({ username })
    users.set(user.id, user)
    people.push(attempt.person)
  }
  const user = [...users.values()].find((one) => one.username === username)
  attempt.session = { id: makeId('sess'), userId: user?.id ?? '', at: Date.now() }
  attempt.status = 'complete'
  client.sessions.push(attempt.session)
}

const toClientJson = (c: Context<Env>, state: State) => {
  const { id, sessions, attempt } = c.var.client
  const open = attempt?.status === 'complete' ? undefined : attempt
  return {
    object: 'client',
    id,
    sessions: sessions.map((session) => toSessionJson(session, c, state)),
    sign_in: open?.kind === 'sign_in' ? toSignInJson(open) : null,
    sign_up: open?.kind === 'sign_up' ? toSignUpJson(open) : null,
    last_active_session_id: sessions.at(-1)?.id ?? null,
  }
}

const toSessionJson = (session: Session, c: Context<Env>, { users, people, makeToken }: State) => {
  const user = users.get(session.userId)
  return {
    object: 'session',
    id: session.id,
    status: 'active',
    expire_at: session.at + 7 * 86_400_000,
    abandon_at: session.at + 30 * 86_400_000,
    last_active_at: Date.now(),
    last_active_token: { object: 'token', jwt: makeToken(session, c.req.header('origin')) },
    user: user && toUserJson(user, people),
  }
}

const toUserJson = (user: ClerkUser, people: readonly Person[]) => {
  const email = people.find(({ username }) => username === user.username)?.email
  return {
    object: 'user',
    ...user,
    email_addresses: [{ object: 'email_address', id: emailId, email_address: email }],
    primary_email_address_id: emailId,
  }
}

const emailId = 'idn_email'

const toSignInJson = ({ id, person, status, session }: Attempt) => {
  const codeFactor = {
    strategy: 'email_code',
    email_address_id: emailId,
    // Clerk hides most of the address before the sign-in is complete.
    safe_identifier: person.email.replace(/^(.)[^@]*/, '$1****'),
    primary: true,
  }
  return {
    object: 'sign_in_attempt',
    id,
    status,
    identifier: person.username,
    supported_first_factors: [{ strategy: 'password' }, codeFactor],
    supported_second_factors: status === 'needs_client_trust' ? [codeFactor] : null,
    created_session_id: session?.id ?? null,
  }
}

const toSignUpJson = ({ id, person, status, session }: Attempt) => {
  const isDone = status === 'complete'
  return {
    object: 'sign_up_attempt',
    id,
    status,
    missing_fields: [],
    unverified_fields: isDone ? [] : ['email_address'],
    username: person.username,
    email_address: person.email,
    created_session_id: session?.id ?? null,
  }
}

/** The smallest Clerk environment that the SDK accepts. Only Clerk's ready-made user interface needs more fields. */
const environment = {
  auth_config: { object: 'auth_config', single_session_mode: true },
  display_config: { object: 'display_config', captcha_public_key: null },
  user_settings: { object: 'user_settings', attributes: {}, sign_up: { captcha_enabled: false } },
}
