/**
 * Emulates Clerk's Backend API over HTTP: users, their metadata, and failures of the service.
 * @see https://clerk.com/docs/reference/backend-api
 */
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'
import { makeClerkKeys, makePublishableKey } from './clerk-tokens.ts'

export interface ClerkUser {
  id: string
  username: string | null
  first_name: string | null
  image_url: string
  public_metadata: Record<string, unknown>
}

type Kind = 'read' | 'write' | 'list'

const refusals = { 'rate-limit': 429, error: 500, unavailable: 503 }

export const clerkFaults = [
  ...(Object.keys(refusals) as (keyof typeof refusals)[]),
  ...(['refused', 'hang', 'wrong-type'] as const),
  // Both apply a change after `lateMs`. `lost` closes the connection before.
  ...(['late', 'lost'] as const),
]
export type ClerkFault = (typeof clerkFaults)[number]

interface Behaviour {
  latencyMs?: number
  fail?: ClerkFault | undefined
  /** By default all calls. */
  failOn?: readonly Kind[]
  /** When a `late` or `lost` call takes effect. By default the server no longer waits then. */
  lateMs?: number
  maxMetadataBytes?: number
  redirectsTo?: string
}

export type ClerkBackend = Awaited<ReturnType<typeof startClerkBackend>>

export const startClerkBackend = async (keys = makeClerkKeys()) => {
  const users = new Map<string, ClerkUser>()
  const calls: Record<Kind, number> = { read: 0, write: 0, list: 0 }
  let behaviour: Behaviour = {}

  const write = (user: ClerkUser, body: string, response: ServerResponse) => {
    const merged = { ...user.public_metadata, ...JSON.parse(body).public_metadata }
    const { maxMetadataBytes = 8192 } = behaviour
    if (Buffer.byteLength(JSON.stringify(merged)) > maxMetadataBytes)
      return sendError(response, 422, 'form_param_exceeds_allowed_size')
    user.public_metadata = merged
    return sendJson(response, 200, toBody(user))
  }
  const list = ({ pathname, searchParams }: URL, response: ServerResponse) => {
    const names = searchParams.getAll('username')
    const found = [...users.values()].filter(({ username }) => names.includes(username ?? ''))
    const count = { object: 'total_count', total_count: found.length }
    return sendJson(response, 200, pathname.endsWith('/count') ? count : found.map(toBody))
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://emulator')
    const [, id] = /^\/v1\/users\/(?!count$)([^/]+)/.exec(url.pathname) ?? []
    const kind = id === undefined ? 'list' : request.method === 'GET' ? 'read' : 'write'
    calls[kind] += 1
    const body = await text(request)
    await sleep(behaviour.latencyMs)
    const { failOn = [kind], lateMs = 6_000, redirectsTo } = behaviour
    if (redirectsTo) return response.writeHead(302, { Location: redirectsTo }).end()
    const fail = failOn.includes(kind) ? behaviour.fail : undefined
    if (fail === 'hang') return
    if (fail === 'refused' || fail === 'lost') response.socket?.destroy()
    if (fail === 'refused') return
    if (fail === 'wrong-type') return sendJson(response, 200, { object: 'user' })
    if (fail === 'late' || fail === 'lost') await sleep(lateMs)
    else if (fail !== undefined) return sendError(response, refusals[fail], 'failure')
    if (id === undefined) return list(url, response)
    const user = users.get(decodeURIComponent(id))
    if (user === undefined) return sendError(response, 404, 'resource_not_found')
    return kind === 'write' ? write(user, body, response) : sendJson(response, 200, toBody(user))
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
    addUser: (fields?: Partial<ClerkUser>) => {
      const user = makeUser(fields)
      users.set(user.id, user)
      return user
    },
    behave: (next: Behaviour = {}) => {
      behaviour = next
    },
    stop: () => closeServer(server),
  }
}

export const makeUser = (fields: Partial<ClerkUser> = {}): ClerkUser => {
  const id = `user_${randomUUID().replaceAll('-', '')}`
  return {
    id,
    username: `name_${id.slice(-8)}`,
    first_name: null,
    image_url: `https://img.clerk.com/${id}`,
    public_metadata: {},
    ...fields,
  }
}

const toBody = (user: ClerkUser) => ({ object: 'user', ...user })

// The content type has no charset, because Clerk's SDK parses JSON only without one.
const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

const sendError = (response: ServerResponse, status: number, code: string) => {
  if (status === 429) response.setHeader('Retry-After', '7')
  const error = { code, message: code, long_message: code }
  return sendJson(response, status, { errors: [error] })
}
