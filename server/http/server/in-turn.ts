import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  newest: ServerResponse
  waiting: [IncomingMessage, ServerResponse][]
}

const defaults = {
  /** A connection with this many waiting requests is not read until some of them are answered. */
  mostUnread: 32,
  /** The most waiting requests of all connections together. A waiting request takes 6 kB. */
  mostWaiting: 20_000,
}

/**
 * Answers the requests of one connection one after the other. Node calls the listener for each request as soon as it
 * is parsed, so a client that sends many requests without reading an answer would have all of them in work at once.
 * Only one waiting request starts in each turn of the event loop, so that other clients are answered in between.
 */
export const answerInTurn = (
  listener: RequestListener,
  { mostUnread, mostWaiting } = defaults,
): RequestListener => {
  const connections = new WeakMap<Socket, Connection>()
  const ready: (() => void)[] = []
  let waitingOfAll = 0

  const startNext = () => {
    ready.shift()?.()
    if (ready.length > 0) setImmediate(startNext)
  }

  const advance = (socket: Socket, { waiting }: Connection) => {
    // The client has gone, or an earlier answer has closed the connection.
    const leaving = socket.writable ? waiting.splice(0, 1) : waiting.splice(0)
    waitingOfAll -= leaving.length
    const [next] = leaving
    if (next === undefined || !socket.writable) return
    if (waiting.length === mostUnread - 1) socket.resume()
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
    else connections.set(socket, { newest: response, waiting: [] })
    if (connection === undefined || before === undefined || before.closed)
      return start(request, response)
    if (waitingOfAll >= mostWaiting) return socket.destroy()
    waitingOfAll += 1
    // Node resumes the socket after each request that it has parsed, at the latest in a tick.
    if (connection.waiting.push([request, response]) >= mostUnread)
      queueMicrotask(() => socket.pause())
  }
}
