/**
 * Emulates Clerk's Backend API over HTTP: users, their metadata, and failures of the service.
 * @see https://clerk.com/docs/reference/backend-api
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'
import { type ClerkKeys, makeClerkKeys, makePublishableKey } from './clerk-tokens.ts'

export interface ClerkUser {
  id: string
  username: string | null
  first_name: string | null
  image_url: string
  public_metadata: Record<string, unknown>
}

type Kind = 'read' | 'write' | 'list'

export const clerkFaults = [
  'rate-limit',
  'error',
  'unavailable',
  'html',
  'refused',
  'hang',
  'wrong-type',
  // Both apply a change after `lateMs`. `lost` closes the connection before.
  'late',
  'lost',
] as const
export type ClerkFault = (typeof clerkFaults)[number]

interface Behaviour {
  latencyMs: number
  fail?: ClerkFault | undefined
  /** By default all calls. */
  failOn?: readonly Kind[] | undefined
  retryAfterSeconds: number
  /** When a `late` or `lost` call takes effect. By default the server no longer waits then. */
  lateMs: number
  maxMetadataBytes: number
}

const normal: Behaviour = {
  latencyMs: 0,
  retryAfterSeconds: 7,
  lateMs: 6_000,
  maxMetadataBytes: 8192,
}

export interface ClerkBackend {
  url: string
  keys: ClerkKeys
  env: Readonly<Record<string, string>>
  users: Map<string, ClerkUser>
  calls: Record<Kind, number>
  addUser(fields?: Partial<ClerkUser>): ClerkUser
  behave(behaviour?: Partial<Behaviour>): void
  stop(): Promise<void>
}

export const startClerkBackend = async (
  keys: ClerkKeys = makeClerkKeys(),
): Promise<ClerkBackend> => {
  const users = new Map<string, ClerkUser>()
  const calls: Record<Kind, number> = { read: 0, write: 0, list: 0 }
  let behaviour = normal
  const server = createServer(async (request, response) => {
    const call = toCall(request)
    if (call !== undefined) calls[call.kind] += 1
    await sleep(behaviour.latencyMs)
    if (call === undefined) return sendError(response, 404, 'resource_not_found')
    const { failOn, lateMs } = behaviour
    const fail = (failOn?.includes(call.kind) ?? true) ? behaviour.fail : undefined
    const isLate = fail === 'late' || fail === 'lost'
    if (fail !== undefined && !isLate) return sendFailure(response, fail, behaviour)
    const body = await text(request)
    if (fail === 'lost') response.socket?.destroy()
    if (isLate) await sleep(lateMs)
    return answer(call, { users, body, response, behaviour })
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  return {
    url,
    keys,
    users,
    calls,
    env: {
      CLERK_API_URL: url,
      CLERK_SECRET_KEY: 'sk_live_emulator',
      CLERK_PUBLISHABLE_KEY: makePublishableKey(),
      CLERK_JWT_KEY: keys.jwtKey,
    },
    addUser: (fields) => {
      const user = makeUser(fields)
      users.set(user.id, user)
      return user
    },
    behave: (next = {}) => {
      behaviour = { ...normal, ...next }
    },
    stop: () => closeServer(server),
  }
}

export const makeUser = (fields: Partial<ClerkUser> = {}): ClerkUser => {
  const id = fields.id ?? `user_${randomUUID().replaceAll('-', '')}`
  return {
    id,
    username: `name_${id.slice(-8)}`,
    first_name: null,
    image_url: `https://img.clerk.com/${id}`,
    public_metadata: {},
    ...fields,
  }
}

type Call =
  | { kind: 'list'; what: 'users' | 'count'; names: readonly string[] }
  | { kind: 'read' | 'write'; id: string }

const toCall = ({ url = '', method = '' }: IncomingMessage): Call | undefined => {
  const { pathname, searchParams } = new URL(url, 'http://emulator')
  if (method === 'GET' && /^\/v1\/users(\/count)?$/.test(pathname)) {
    const names = searchParams.getAll('username')
    return { kind: 'list', what: pathname.endsWith('count') ? 'count' : 'users', names }
  }
  const [, id = '', metadata] = /^\/v1\/users\/([^/]+)(\/metadata)?$/.exec(pathname) ?? []
  if (id === '' || (method === 'GET') === (metadata !== undefined)) return undefined
  return { kind: method === 'GET' ? 'read' : 'write', id: decodeURIComponent(id) }
}

interface AnswerContext {
  users: Map<string, ClerkUser>
  body: string
  response: ServerResponse
  behaviour: Behaviour
}

const answer = (call: Call, { users, body, response, behaviour }: AnswerContext) => {
  if (call.kind === 'list') {
    const found = [...users.values()].filter(({ username }) => call.names.includes(username ?? ''))
    if (call.what === 'users') return sendJson(response, 200, found.map(toBody))
    return sendJson(response, 200, { object: 'total_count', total_count: found.length })
  }
  const user = users.get(call.id)
  if (user === undefined) return sendError(response, 404, 'resource_not_found')
  if (call.kind === 'write') {
    const { public_metadata = {} } = JSON.parse(body || '{}')
    const merged = { ...user.public_metadata, ...public_metadata }
    if (Buffer.byteLength(JSON.stringify(merged)) > behaviour.maxMetadataBytes)
      return sendError(response, 422, 'form_param_exceeds_allowed_size')
    user.public_metadata = merged
  }
  return sendJson(response, 200, toBody(user))
}

const toBody = (user: ClerkUser) => ({ object: 'user', ...user })

const sendFailure = (
  response: ServerResponse,
  fail: Exclude<ClerkFault, 'late' | 'lost'>,
  { retryAfterSeconds }: Behaviour,
) => {
  if (fail === 'hang') return
  if (fail === 'refused') return response.socket?.destroy()
  if (fail === 'error') return sendError(response, 500, 'internal_clerk_error')
  if (fail === 'unavailable') return sendError(response, 503, 'service_unavailable')
  if (fail === 'wrong-type') return sendJson(response, 200, { object: 'user' })
  if (fail === 'html') {
    response.writeHead(502, { 'Content-Type': 'text/html' })
    return response.end('<html><h1>502 Bad Gateway</h1></html>')
  }
  response.setHeader('Retry-After', String(retryAfterSeconds))
  return sendError(response, 429, 'too_many_requests')
}

// The content type has no charset, because Clerk's SDK parses JSON only without one.
const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}

const sendError = (response: ServerResponse, status: number, code: string) =>
  sendJson(response, status, { errors: [{ code, message: code, long_message: code }] })
