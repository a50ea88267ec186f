import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'

interface Refusal {
  status: string
  error: string
}

const malformed: Refusal = {
  status: '400 Bad Request',
  error: 'This is no HTTP request that can be read: percent-encode what is not ASCII',
}

/** By the codes of Node's HTTP parser; what it refuses otherwise is malformed. */
const refusals: Readonly<Record<string, Refusal>> = {
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

/** Answers what never became a request in the form of every other error, and hangs up. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex) => {
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

/** Answers a request of which no URL can be made, and what the app could not answer itself. */
export const answerRequestError = (error: unknown): Response => {
  const isRequest = error instanceof RequestError
  const text = isRequest ? explain(error.message) : 'Internal server error'
  return Response.json({ error: text }, { status: isRequest ? 400 : 500, headers })
}

const explain = (message: string) =>
  message.toLowerCase().includes('host header')
    ? `${message}: expected the name or address of this server, like 'example.com' or '127.0.0.1:8787'`
    : `${message}: expected a path that begins with /`

/** Answers an `Expect` header that asks for anything but `100-continue` (RFC 9110 §10.1.1). */
export const answerExpectation = (_: IncomingMessage, response: ServerResponse) => {
  const error = 'The Expect header cannot be met: expected 100-continue, or none'
  response.writeHead(417, {
    'Content-Type': 'application/json',
    ...headers,
    Connection: 'close',
  })
  response.end(JSON.stringify({ error }))
}
