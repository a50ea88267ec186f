import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { type Answer, identifyRequests } from './request-id.ts'

/**
 * How much of the server one client may use, in Node's own words. Times are in milliseconds. Balancers
 * reuse idle connections for up to 60 s by default (nginx, AWS), and ours does for 30 s.
 */
export const httpLimits = {
  keepAliveTimeout: 75_000,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** How long a client may read nothing of its answer. */
  timeout: 120_000,
  maxConnections: 10_000,
}

const maxHeaderSize = 16_384

/**
 * Requests that never reach the app get a JSON error like all others. `answer` must pass its second
 * argument on to the app, which reads the client's address and the request id from it.
 */
export const createHttpServer = (
  answer: Answer,
  { isSecure = false, limits = httpLimits } = {},
): Server => {
  const identified = identifyRequests(answer)
  const listener = getRequestListener(
    // The type also allows HTTP/2, which this server does not speak.
    (request, env) => identified(request, env as HttpBindings),
    { errorHandler: answerRequestError },
  )
  // Node would answer a missing Host header with an empty body.
  const { timeout, maxConnections, ...times } = limits
  const server = createServer({ requireHostHeader: false, maxHeaderSize, ...times }, listener)
  Object.assign(server, { timeout, maxConnections })
  if (isSecure) requireHttps(server)
  server.on('clientError', answerClientError)
  server.on('checkExpectation', answerExpectation)
  return server
}

const requireHttps = (server: Server) =>
  server.prependListener('request', (_, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=31536000')
  })

const malformed = {
  status: '400 Bad Request',
  error: 'The request could not be parsed: percent-encode everything that is not ASCII',
}

const refusals: Readonly<Record<string, typeof malformed>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The address or the headers are too long: expected at most 16 KB together',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    error: 'The chunk extensions are too long: expected at most 16 KB together',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request did not arrive in time: send it again',
  },
}

const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const { status, error: text } = refusals[error.code ?? ''] ?? malformed
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
  const text = isRequest ? explain(error.message) : 'Internal server error'
  return Response.json({ error: text }, { status: isRequest ? 400 : 500, headers })
}

const explain = (message: string) =>
  message.toLowerCase().includes('host header')
    ? `${message}: expected the name or address of this server, like 'example.com' or '127.0.0.1:8787'`
    : `${message}: expected a path that begins with /`

const answerExpectation = (_: IncomingMessage, response: ServerResponse) => {
  const error = 'The Expect header cannot be met: expected 100-continue, or none'
  response.writeHead(417, {
    'Content-Type': 'application/json',
    ...headers,
    Connection: 'close',
  })
  response.end(JSON.stringify({ error }))
}
