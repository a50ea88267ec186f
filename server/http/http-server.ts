import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { answerClientError, answerExpectation, answerRequestError } from './client-error.ts'
import { type Answer, type NodeRequest, nameAnswers } from './request-id.ts'

interface HttpServerOptions {
  /** People reach it by https: browsers never try http again, for a year. */
  readonly isSecure?: boolean
}

/**
 * A server that answers in the form of every other error what never reaches the app, too. The app
 * must be given the second argument as well: it holds the socket, and so the client's address.
 */
export const createHttpServer = (
  answer: Answer,
  { isSecure = false }: HttpServerOptions = {},
): Server => {
  const named = nameAnswers(answer)
  const listener = getRequestListener(
    // There is no HTTP/2 here, whose requests it could be otherwise.
    (request, env) => named(request, env as NodeRequest),
    { errorHandler: answerRequestError },
  )
  // Node itself would answer a missing Host without a word.
  const server = createServer({ requireHostHeader: false }, listener)
  if (isSecure) keepToHttps(server)
  server.on('clientError', answerClientError)
  server.on('checkExpectation', answerExpectation)
  return server
}

const keepToHttps = (server: Server) =>
  server.prependListener('request', (_, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=31536000')
  })
