import type { Server } from 'node:http'

/** Ends a server at once, the connections that are open included. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
