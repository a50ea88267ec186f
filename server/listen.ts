import type { ServerType } from '@hono/node-server'
import { ConfigError } from './config.ts'

/**
 * Begins to accept connections.
 * @returns the address listened on, as a URL without a trailing slash
 * @throws ConfigError when the address cannot be had
 */
export const listen = (
  server: ServerType,
  { host, port }: { host: string; port: number },
): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(explain(error, host, port))),
    )
    server.listen(port, host, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })

const explain = (error: NodeJS.ErrnoException, host: string, port: number) => {
  if (error.code === 'EADDRINUSE')
    return `PORT ${port} is taken by another program: stop it, or set PORT to another number (0 picks a free one)`
  return `HOST ${host} and PORT ${port} cannot be listened on (${error.code ?? error.message})`
}

/** Whether a server that listens there is reached at addresses that it cannot know. */
export const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** Hangs up on everybody. */
export const closeConnections = (server: ServerType) => {
  if ('closeAllConnections' in server) server.closeAllConnections()
}
