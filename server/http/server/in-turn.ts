import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  newest: ServerResponse
  waiting: [IncomingMessage, ServerResponse][]
  waitingBytes: number
}

const defaults = {
  /** A connection whose waiting requests take this much memory is not read until some of them are answered. */
  pauseBytes: 256_000,
  /** The most memory for the waiting requests of all connections together. */
  mostBytes: 64_000_000,
}

const requestBytes = 6_000
// Node stops reading a body that nobody reads at this size.
const bufferBytes = 65_536

const bytesOf = ({ url = '', headers, rawHeaders }: IncomingMessage) => {
  const length = Number(
    headers['content-length'] ?? (headers['transfer-encoding'] ? bufferBytes : 0),
  )
  const texts = rawHeaders.reduce((sum, text) => sum + text.length, url.length)
  return requestBytes + texts + Math.min(length, bufferBytes)
}

/**
 * Answers the requests of a connection one at a time. Node alone would work at once on all requests that a client sends
 * without reading an answer. Each turn of the event loop starts one waiting request, so that other clients get answers.
 */
export const answerInTurn = (
  listener: RequestListener,
  { pauseBytes, mostBytes } = defaults,
): RequestListener => {
  const connections = new WeakMap<Socket, Connection>()
  const ready: (() => void)[] = []
  let bytesOfAll = 0

  const startNext = () => {
    try {
      ready.shift()?.()
    } finally {
      if (ready.length > 0) setImmediate(startNext)
    }
  }

  const advance = (socket: Socket, connection: Connection) => {
    const { waiting, waitingBytes } = connection
    // The client has gone, or an earlier answer has closed the connection.
    const leaving = socket.writable ? waiting.splice(0, 1) : waiting.splice(0)
    const left = leaving.reduce((sum, [request]) => sum + bytesOf(request), 0)
    connection.waitingBytes -= left
    bytesOfAll -= left
    const [next] = leaving
    if (next === undefined || !socket.writable) return
    if (waitingBytes >= pauseBytes && connection.waitingBytes < pauseBytes) socket.resume()
    start(...next)
  }

  const start = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    response.once('close', () => {
      const connection = connections.get(socket)
      if (connection === undefined || connection.waiting.length === 0) return
      if (ready.push(() => advance(socket, connection)) === 1) setImmediate(startNext)
    })
    listener(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    const before = connection?.newest
    if (connection) connection.newest = response
    else connections.set(socket, { newest: response, waiting: [], waitingBytes: 0 })
    if (connection === undefined || before === undefined || before.closed)
      return start(request, response)
    const bytes = bytesOf(request)
    if (bytesOfAll + bytes > mostBytes) return socket.destroy()
    bytesOfAll += bytes
    connection.waitingBytes += bytes
    connection.waiting.push([request, response])
    // Node resumes the socket after each request that it has parsed, at the latest in a tick.
    if (connection.waitingBytes >= pauseBytes) queueMicrotask(() => socket.pause())
  }
}
