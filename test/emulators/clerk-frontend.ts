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
import { makeSelfSigned } from './tls.ts'

interface Attempt {
  kind: 'sign_in' | 'sign_up'
  id: string
  username: string
  email: string
  password: string
  status: 'needs_first_factor' | 'needs_client_trust' | 'missing_requirements' | 'complete'
  code?: string
  sessionId?: string
}

interface Session {
  id: string
  user: ClerkUser
}

/** What Clerk stores for a device, which it calls a "client". */
interface Client {
  jwt: string
  sessions: Session[]
  attempt?: Attempt
}

interface Env {
  Variables: { client: Client; form: Partial<Record<string, string>> }
}

export type ClerkFrontend = Awaited<ReturnType<typeof startClerkFrontend>>

export const startClerkFrontend = async (keys: ClerkKeys, users: Map<string, ClerkUser>) => {
  const tls = makeSelfSigned('clerk.localhost')
  const app = new Hono<Env>()
  const server = createServer({ key: tls.key, cert: tls.cert }, getRequestListener(app.fetch))
  const host = `clerk.localhost:${await listenLocally(server)}`
  const url = `https://${host}`
  const people: Attempt[] = []
  const clients = new Map<string, Client>()
  const mails: { to: string; code: string }[] = []
  const requests: ReturnType<typeof toLogged>[] = []
  let asksUnknownDevices = false

  const begin = (client: Client, attempt: Omit<Attempt, 'id'>) => {
    if (client.sessions.length > 0) throw new ClerkRefusal(400, 'session_exists')
    client.attempt = { ...attempt, id: makeId('attempt') }
    return client.attempt
  }
  const beginSignIn = (client: Client, identifier = '', password?: string) => {
    const person = people.find(({ username, email }) => [username, email].includes(identifier))
    if (!person) throw new ClerkRefusal(422, 'form_identifier_not_found', 'identifier')
    if (password !== undefined && password !== person.password)
      throw new ClerkRefusal(422, 'form_password_incorrect', 'password')
    const { username, email } = person
    const status = password === undefined ? 'needs_first_factor' : 'needs_client_trust'
    const wish = { kind: 'sign_in', username, email, password: '', status } as const
    const attempt = begin(client, wish)
    if (password !== undefined && !asksUnknownDevices) complete(client, attempt)
    return attempt
  }
  const complete = (client: Client, attempt: Attempt) => {
    const { kind, username } = attempt
    if (kind === 'sign_up') people.push(attempt)
    const known = [...users.values()].find((user) => user.username === username)
    const user = known ?? makeUser({ username })
    users.set(user.id, user)
    attempt.sessionId = makeId('sess')
    attempt.status = 'complete'
    client.sessions.push({ id: attempt.sessionId, user })
  }
  const makeToken = ({ id, user }: Session, azp: string | undefined) => {
    const claims = { iss: url, sid: id, jti: makeId('jti') }
    return signClerkToken(keys, { userId: user.id, ...(azp !== undefined && { azp }), claims })
  }
  const toSession = (c: Context<Env>, session: Session) => ({
    object: 'session',
    id: session.id,
    status: 'active',
    expire_at: Date.now() + 7 * 86_400_000,
    abandon_at: Date.now() + 30 * 86_400_000,
    last_active_at: Date.now(),
    last_active_token: { object: 'token', jwt: makeToken(session, c.req.header('origin')) },
    user: { object: 'user', email_addresses: [], ...session.user },
  })
  const toClient = (c: Context<Env>) => {
    const { jwt, sessions, attempt } = c.var.client
    const open = attempt && attempt.status !== 'complete' ? toAttempt(attempt) : null
    return {
      object: 'client',
      id: jwt,
      sessions: sessions.map((session) => toSession(c, session)),
      sign_in: attempt?.kind === 'sign_in' ? open : null,
      sign_up: attempt?.kind === 'sign_up' ? open : null,
      last_active_session_id: sessions.at(-1)?.id ?? null,
    }
  }
  const answer = (c: Context<Env>, response: object) => c.json({ response, client: toClient(c) })
  const requireSession = (c: Context<Env>): Session => {
    const session = c.var.client.sessions.find(({ id }) => id === c.req.param('id'))
    if (session) return session
    throw new ClerkRefusal(401, 'authentication_invalid')
  }

  app.onError((error, c) => {
    if (!(error instanceof ClerkRefusal)) throw error
    const { status, message: code, param } = error
    const meta = param === undefined ? {} : { param_name: param }
    const body = { errors: [{ code, message: code, long_message: code, meta }] }
    return c.body(JSON.stringify(body), status as 400, { 'Content-Type': 'application/json' })
  })
  app.use(async (c, next) => {
    const request = toLogged(c)
    requests.push(request)
    requireHeaders(request)
    const jwt = request.authorization?.replace(/^Bearer /, '') ?? ''
    const client = clients.get(jwt) ?? { jwt: makeId('client'), sessions: [] }
    clients.set(client.jwt, client)
    c.set('client', client)
    // Clerk's SDK sends forms with field names in snake case.
    c.set('form', Object.fromEntries(new URLSearchParams(await c.req.text())))
    // Only native requests receive the device's secret.
    if (request.isNative) c.header('Authorization', client.jwt)
    await next()
  })

  app.get('/v1/environment', (c) => c.json(environment))
  app.get('/v1/client', (c) => c.json({ response: toClient(c), client: null }))
  app.post('/v1/client/sign_ins', (c) => {
    const { identifier, password } = c.var.form
    return answer(c, toAttempt(beginSignIn(c.var.client, identifier, password)))
  })
  app.post('/v1/client/sign_ups', (c) => {
    const { username = '', email_address: email = '', password = '' } = c.var.form
    const wish = { username: username.toLowerCase(), email, password }
    const status = 'missing_requirements'
    return answer(c, toAttempt(begin(c.var.client, { kind: 'sign_up', ...wish, status })))
  })
  // The last part of the path is such as `prepare_first_factor` or `attempt_verification`.
  app.post('/v1/client/:kind{sign_ins|sign_ups}/:id/:step{(?:prepare|attempt)_\\w+}', (c) => {
    const { attempt } = c.var.client
    if (attempt?.id !== c.req.param('id')) throw new ClerkRefusal(404, 'resource_not_found')
    if (c.req.param('step').startsWith('prepare')) {
      attempt.code = String(randomInt(1_000_000)).padStart(6, '0')
      mails.push({ to: attempt.email, code: attempt.code })
    } else if (attempt.code === c.var.form.code) complete(c.var.client, attempt)
    else throw new ClerkRefusal(422, 'form_code_incorrect', 'code')
    return answer(c, toAttempt(attempt))
  })
  app.post('/v1/client/sessions/:id/touch', (c) => answer(c, toSession(c, requireSession(c))))
  // Clerk wraps every answer in `response`, except the answer with a new token.
  app.post('/v1/client/sessions/:id/tokens', (c) =>
    c.json({ object: 'token', jwt: makeToken(requireSession(c), c.req.header('origin')) }),
  )
  // Clerk's SDK sends DELETE as a POST with `_method=DELETE`.
  app.post('/v1/client/sessions', (c) => {
    c.var.client.sessions = []
    return answer(c, toClient(c))
  })

  return {
    /** `https://clerk.localhost:<port>`. Session tokens contain it as their issuer. */
    url,
    publishableKey: makePublishableKey(host),
    tls,
    mails,
    requests,
    revokeSessions: () => {
      for (const client of clients.values()) client.sessions = []
    },
    /** From now on, a correct password also needs a code from an e-mail. */
    askUnknownDevices: () => {
      asksUnknownDevices = true
    },
    stop: () => closeServer(server),
  }
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

const toLogged = ({ req }: Context<Env>) => ({
  // Clerk's SDK sends other methods as POST.
  method: req.query('_method') ?? req.method,
  path: req.path,
  isNative: ['1', 'true'].includes(req.query('_is_native') ?? ''),
  origin: req.header('origin'),
  /** Empty when the request has an `Authorization` header without a value, as a device without a secret sends it. */
  authorization: req.header('authorization'),
})

/** A native request has `Authorization`, which is empty at first, and any other request has `Origin`. None has both. */
const requireHeaders = ({ isNative, origin, authorization }: ReturnType<typeof toLogged>): void => {
  if (origin !== undefined && authorization !== undefined)
    throw new ClerkRefusal(400, 'origin_authorization_headers_conflict')
  if ((isNative ? authorization : origin) === undefined)
    throw new ClerkRefusal(400, 'request_header_missing')
}

const makeId = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`

const toAttempt = ({ kind, id, username, email, status, sessionId }: Attempt) => {
  const shared = { id, status, created_session_id: sessionId ?? null }
  if (kind === 'sign_up') {
    const unverified_fields = status === 'complete' ? [] : ['email_address']
    const wish = { username, email_address: email, missing_fields: [], unverified_fields }
    return { object: 'sign_up_attempt', ...shared, ...wish }
  }
  // Clerk hides most of the address before the sign-in is complete.
  const safe_identifier = email.replace(/^(.)[^@]*/, '$1****')
  const strategy = 'email_code'
  const code = { strategy, email_address_id: 'idn_email', safe_identifier, primary: true }
  return {
    object: 'sign_in_attempt',
    ...shared,
    identifier: username,
    supported_first_factors: [{ strategy: 'password' }, code],
    supported_second_factors: status === 'needs_client_trust' ? [code] : null,
  }
}

/** The smallest Clerk environment that the SDK accepts. Only Clerk's ready-made user interface needs more fields. */
const environment = {
  auth_config: { object: 'auth_config', single_session_mode: true },
  display_config: { object: 'display_config', captcha_public_key: null },
  user_settings: { object: 'user_settings', attributes: {}, sign_up: { captcha_enabled: false } },
}
