import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { answerClientError, answerExpectation, answerRequestError } from './client-error.ts'
import { echoRequestId } from './request-id.ts'

type Answer = Parameters<typeof getRequestListener>[0]

/**
 * A server that answers in the form of every other error what never reaches the app, too. The app
 * must be given the second argument as well: it holds the socket, and so the client's address.
 */
export const createHttpServer = (answer: Answer): Server => {
  const listener = getRequestListener(answer, { errorHandler: answerRequestError })
  // Node itself would answer a missing Host without a word.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    echoRequestId(request, response)
    return listener(request, response)
  })
  server.on('clientError', answerClientError)
  server.on('checkExpectation', answerExpectation)
  return server
}
