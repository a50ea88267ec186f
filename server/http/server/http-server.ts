import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { answerInTurn } from './in-turn.ts'
import { type Answer, identifyRequests } from './request-id.ts'

/**
 * Limits what one client may use, under the names of Node's options. Times are in milliseconds. Load balancers reuse
 * idle connections for up to 60 s by default (nginx, AWS), and the HAProxy of this project does for 30 s.
 */
export const httpLimits = {
  keepAliveTimeout: 75_000,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** How long, in milliseconds, a client may stop reading its response before the connection is closed. */
  timeout: 120_000,
  maxConnections: 10_000,
}

const maxHeaderSize = 16_384

/**
 * Makes sure that a request that Node refuses gets a JSON error like all other errors. `answer` must pass its second
 * argument on to the app, which reads the client's address and the request id from it.
 *
 * `prefix` is the path below which people reach this server, such as `/fresco`. It is cut off here, so that no route
 * knows it, and so that it does not matter whether a proxy in front has cut it off already.
 */
export const createHttpServer = (
  answer: Answer,
  { isSecure = false, prefix = '', limits = httpLimits } = {},
): Server => {
  const identified = identifyRequests(answer)
  const createListener = (hostname = '') =>
    getRequestListener(
      // The type of the created server also allows HTTP/2, but this server speaks only HTTP/1.
      (request, env) => identified(request, env as HttpBindings),
      { errorHandler: answerRequestError, hostname },
    )
  const listener = createListener()
  // HTTP/1.0 does not require a Host header (RFC 1945), and old health checks send none.
  const oldListener = createListener('localhost')
  // Node's own check of the Host header is off, because it would answer with an empty body.
  const { timeout, maxConnections, ...times } = limits
  const options = { requireHostHeader: false, maxHeaderSize, ...times }
  const inTurn = answerInTurn((request, response) => {
    // Of two Host headers, Node uses the first. A proxy in front may have used the second (RFC 9112 §3.2).
    if (countHosts(request) > 1)
      return refuseRequest(response, 400, 'More than one host header: expected one')
    // Only a broken or hostile client sends a fragment. A cache could take a `?` in it for the start of the query.
    if (request.url?.includes('#')) request.url = request.url.replace(/#.*/, '')
    if (prefix !== '') request.url = withoutPrefix(request.url ?? '/', prefix)
    return request.httpVersion === '1.0'
      ? oldListener(request, response)
      : listener(request, response)
  })
  const server = createServer(options, inTurn)
  Object.assign(server, { timeout, maxConnections })
  // The rule covers all ports of the host. Below a path, the host has other programs, which may have no https.
  if (isSecure && prefix === '')
    server.prependListener('request', (_, response) => {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    })
  answerClientErrors(server)
  server.on('checkExpectation', (_, response) =>
    refuseRequest(response, 417, 'The Expect header cannot be met: expected 100-continue, or none'),
  )
  return server
}

const withoutPrefix = (url: string, prefix: string): string => {
  if (!url.startsWith(prefix)) return url
  const rest = url.slice(prefix.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

// The status and the text for some of the reasons why Node refuses a request.
const refusals: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address or the headers are too long: expected at most 16 KB together',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Content Too Large',
    'The chunk extensions are too long: expected at most 16 KB together',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'The request did not arrive in time: send it again',
  ],
}

interface ParseError extends NodeJS.ErrnoException {
  reason?: string
}

/** The two newest answers of a connection. Node sends answers in order, so all others end before these. */
interface NewestAnswers {
  newest: ServerResponse
  before: ServerResponse | undefined
}

const answerClientErrors = (server: Server) => {
  const answers = new WeakMap<Duplex, NewestAnswers>()
  const refused = new WeakSet<Duplex>()
  server.prependListener('request', ({ socket }, newest) => {
    answers.set(socket, { newest, before: answers.get(socket)?.newest })
  })
  server.on('clientError', (error: ParseError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    // Bytes that follow the malformed ones fail again.
    if (refused.has(socket)) return
    refused.add(socket)
    const earlier = lastComplete(answers.get(socket))
    if (earlier === undefined || earlier.closed) return refuse(socket, error)
    earlier.once('close', () => refuse(socket, error))
  })
}

// Returns the answer to the last request that arrived whole. The error may be in the body of a later one.
const lastComplete = (answers: NewestAnswers | undefined): ServerResponse | undefined =>
  answers?.newest.req.complete ? answers.newest : answers?.before

const refuse = (socket: Duplex, { code = '', reason = 'it is malformed' }: ParseError) => {
  if (!socket.writable) return socket.destroy()
  const malformed = ['400 Bad Request', `The request could not be parsed: ${reason}`] as const
  const [status, text] = refusals[code] ?? malformed
  const body = JSON.stringify({ error: text })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  )
}

const headers = {
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
} as const

const answerRequestError = (error: unknown): Response => {
  const isRequest = error instanceof RequestError
  const text = isRequest ? describeBadRequest(error.message) : 'Internal server error'
  return Response.json({ error: text }, { status: isRequest ? 400 : 500, headers })
}

const describeBadRequest = (message: string) =>
  message.toLowerCase().includes('host header')
    ? `${message}: expected the name or address of this server, like 'example.com' or '127.0.0.1:8787'`
    : `${message}: expected a path that begins with /`

const countHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length

const refuseRequest = (response: ServerResponse, status: number, error: string) => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...headers,
    Connection: 'close',
  })
  response.end(JSON.stringify({ error }))
}
