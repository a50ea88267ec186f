import type { ServerType } from '@hono/node-server'
import { ConfigError } from '../config/config.ts'

interface ListenOptions {
  host: string
  port: number
  /** Where the port was set, for whoever has to set another. */
  portSetting?: string
}

/**
 * Begins to accept connections.
 * @returns the address listened on, as a URL without a trailing slash
 * @throws ConfigError when the address cannot be had
 */
export const listen = (server: ServerType, options: ListenOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const { host, port } = options
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(explain(error, options))),
    )
    server.listen(port, host, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })

const explain = (
  error: NodeJS.ErrnoException,
  { host, port, portSetting = 'PORT' }: ListenOptions,
) => {
  if (error.code === 'EADDRINUSE')
    return `${portSetting} ${port} is taken by another program: stop it, or set ${portSetting} to another number (0 picks a free one)`
  return `HOST ${host} and ${portSetting} ${port} cannot be listened on (${error.code ?? error.message})`
}

/** Whether a server that listens there is reached at addresses that it cannot know. */
export const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'
