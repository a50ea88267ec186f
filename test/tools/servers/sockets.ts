import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, createServer } from 'node:net'

/** Ends a server at once, the connections that are open included. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Below those that systems give away themselves: no connection of another program takes it in between. */
const lowest = 20_000
const highest = 32_000

const given = new Set<number>()

/** A port of 127.0.0.1 that nobody listens on at the moment; never the same twice for one process. */
export const findFreePort = async (): Promise<number> => {
  const port = lowest + Math.floor(Math.random() * (highest - lowest))
  if (given.has(port) || !(await isFree(port))) return findFreePort()
  given.add(port)
  return port
}

const isFree = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      return false
    },
  )
  if (isListening) await once(server.close(), 'close')
  return isListening
}

/** Sends bytes that no HTTP client would send, and reads the answer to its end. */
export const sendRaw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => (answer += data))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
