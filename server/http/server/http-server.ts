import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { answerClientError, answerExpectation, answerRequestError } from './client-error.ts'
import { type Answer, type NodeRequest, nameAnswers } from './request-id.ts'

interface HttpServerOptions {
  /** People reach it by https: browsers never try http again, for a year. */
  isSecure?: boolean
  limits?: HttpLimits
}

/** What one client may take of a server. All times in milliseconds. */
export interface HttpLimits {
  /** How long a connection may wait for its next request: longer than balancers wait before they send one. */
  keepAliveMs: number
  /** How long a request's headers may take, and all of it. */
  headersMs: number
  requestMs: number
  /** How often slow requests are looked for. */
  lookMs: number
  /** How long a client may take nothing of its answer. */
  stalledMs: number
  /** Connections at the same time; one more is closed at once. */
  connections: number
}

/** Bodies have 256 KB at most. Balancers wait 60 s at most as they come (nginx, AWS), ours 30 s. */
export const httpLimits: HttpLimits = {
  keepAliveMs: 75_000,
  headersMs: 15_000,
  requestMs: 60_000,
  lookMs: 5_000,
  stalledMs: 120_000,
  connections: 10_000,
}

/** Bytes of the address and the headers together; `client-error.ts` says so. */
const maxHeaderSize = 16_384

/**
 * A server that answers in the form of every other error what never reaches the app, too. The app
 * must be given the second argument as well: it holds the socket, and so the client's address.
 */
export const createHttpServer = (
  answer: Answer,
  { isSecure = false, limits = httpLimits }: HttpServerOptions = {},
): Server => {
  const named = nameAnswers(answer)
  const listener = getRequestListener(
    // There is no HTTP/2 here, whose requests it could be otherwise.
    (request, env) => named(request, env as NodeRequest),
    { errorHandler: answerRequestError },
  )
  // Node itself would answer a missing Host without a word.
  const server = createServer({ requireHostHeader: false, ...toNodeLimits(limits) }, listener)
  server.timeout = limits.stalledMs
  server.maxConnections = limits.connections
  if (isSecure) keepToHttps(server)
  server.on('clientError', answerClientError)
  server.on('checkExpectation', answerExpectation)
  return server
}

const toNodeLimits = ({ keepAliveMs, headersMs, requestMs, lookMs }: HttpLimits) => ({
  maxHeaderSize,
  keepAliveTimeout: keepAliveMs,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: lookMs,
})

const keepToHttps = (server: Server) =>
  server.prependListener('request', (_, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=31536000')
  })
