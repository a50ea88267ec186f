import { createHttpServer } from '../../../server/http/server/http-server.ts'
import { closeServer, listenLocally } from './sockets.ts'

/** Serves an app at a free port of 127.0.0.1, with the HTTP server of the program. */
export const serveLocally = async (...app: Parameters<typeof createHttpServer>) => {
  const server = createHttpServer(...app)
  const port = await listenLocally(server)
  return { server, port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) }
}

export type Served = Awaited<ReturnType<typeof serveLocally>>
