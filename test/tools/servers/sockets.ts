import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer, type Server as NetServer } from 'node:net'

export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

export const listenLocally = async (server: NetServer): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Operating systems take ports above these for outgoing connections. */
const lowest = 20_000
const highest = 32_000

const given = new Set<number>()

/** Finds a free port on 127.0.0.1. One process never gets the same port twice. */
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

/** Sends bytes that HTTP clients refuse to send, and resolves to the whole answer. */
export const sendRaw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => (answer += data))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
