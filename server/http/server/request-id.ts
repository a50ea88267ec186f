import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'

interface NodeConnection {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

export interface NodeRequest extends NodeConnection {
  requestId: string
}

export type Answer = (request: Request, env: NodeRequest) => Response | Promise<Response>

const acceptable = /^[\w.:=+/-]{1,128}$/

const prefix = randomBytes(6).toString('base64url')
let created = 0

// Uses the request id that the client sent if it is safe to log. Otherwise the id is counted up, because a random id
// would take as long as selecting a wallpaper.
const toRequestId = (sent: string | string[] | undefined): string => {
  if (typeof sent === 'string' && acceptable.test(sent)) return sent
  created += 1
  return `${prefix}-${created.toString(36)}`
}

const running = new AsyncLocalStorage<string>()

export const identifyRequests =
  (answer: Answer) =>
  (request: Request, { incoming, outgoing }: NodeConnection) => {
    const requestId = toRequestId(incoming.headers['x-request-id'])
    return running.run(requestId, answer, request, { incoming, outgoing, requestId })
  }

export const requestIdOf = (c: Context): string => {
  const env: Partial<NodeRequest> | undefined = c.env
  return env?.requestId ?? toRequestId(c.req.header('X-Request-Id'))
}

export const currentRequestId = (): string | undefined => running.getStore()

/** Reads a header from Node's request, because `c.req.header()` first makes a `Headers` object, which takes 3 µs. */
export const headerOf = (c: Context, name: 'accept-encoding' | 'if-none-match') => {
  const env: Partial<NodeRequest> | undefined = c.env
  const sent = env?.incoming ? env.incoming.headers[name] : c.req.header(name)
  return Array.isArray(sent) ? sent.join() : sent
}
