import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** What Node's server hands to the app with each request; handlers have it as `c.env`. */
export interface NodeRequest {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId?: string
  /** Whether the headers of the answer have the id already. */
  isNamed?: boolean
  /** Headers that a quick answer takes along, until one has. */
  carried?: Readonly<Record<string, string>> | undefined
}

/** What may stand in a log as it came: no spaces, no control characters, not too long. */
const acceptable = /^[\w.:=+/-]{1,128}$/

const accepted = (id: unknown) => (typeof id === 'string' && acceptable.test(id) ? id : undefined)

const prefix = randomBytes(6).toString('base64url')
let made = 0

/** A random id for every request would cost as much as choosing a wallpaper. */
const makeId = () => {
  made += 1
  return `${prefix}-${made.toString(36)}`
}

/** The id that a request came with, when it can be had in a log, or else one of its own. */
export const requestIdOf = (request: NodeRequest): string => {
  request.requestId ??= accepted(request.incoming.headers['x-request-id']) ?? makeId()
  return request.requestId
}

const nodeRequestOf = (c: Context): NodeRequest | undefined => {
  const env: Partial<NodeRequest> | undefined = c.env
  return env?.outgoing && c.env
}

/** Headers of a quick answer, and the id: that `nameAnswer` sets it costs more than all of them. */
export const withRequestId = (c: Context, headers: Readonly<Record<string, string>>) => {
  const request = nodeRequestOf(c)
  if (request === undefined) return headers
  request.isNamed = true
  const { carried } = request
  request.carried = undefined
  return { ...headers, ...carried, 'X-Request-Id': requestIdOf(request) }
}

/**
 * Has a quick answer take these headers along, which costs a tenth of setting them on it.
 * @returns whether one has, once there is an answer
 */
export const carryHeaders = (c: Context, headers: Readonly<Record<string, string>>) => {
  const request = nodeRequestOf(c)
  if (request === undefined) return () => false
  request.carried = headers
  return () => request.carried === undefined
}

/** The id for the log, which is on the answer too; without a server every call makes another. */
export const nameRequest = (c: Context): string => {
  const request = nodeRequestOf(c)
  const id = request ? requestIdOf(request) : (accepted(c.req.header('X-Request-Id')) ?? makeId())
  c.header('X-Request-Id', id)
  return id
}

export type Answer = (request: Request, env: NodeRequest) => Response | Promise<Response>

const running = new AsyncLocalStorage<NodeRequest>()

/** Puts an id on every answer that does not bring it along. */
export const nameAnswers =
  (answer: Answer): Answer =>
  (request, env) => {
    const answered = running.run(env, answer, request, env)
    if (!env.isNamed) env.outgoing.setHeader('X-Request-Id', requestIdOf(env))
    return answered
  }

/** The id of the request that the code which calls this works for; `undefined` when it is for none. */
export const currentRequestId = (): string | undefined => {
  const request = running.getStore()
  return request && requestIdOf(request)
}
