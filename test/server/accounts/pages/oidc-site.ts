import { findFreePort } from '../../../tools/servers/sockets.ts'
import {
  type OidcProviderOptions,
  startOidcProvider,
} from '../../../tools/servers/start-oidc-provider.ts'
import { startServer } from '../../../tools/servers/start-server.ts'
import { createVisitor } from './oidc-visitor.ts'

export const clientSecret = 'the secret of the client'

interface Options {
  env?: Record<string, string>
  provider?: Partial<OidcProviderOptions>
  /** The path of the site below its host. */
  path?: string
}

/** Starts a server and the provider at which its people sign in. */
export const startOidcSite = async ({ env = {}, provider = {}, path = '' }: Options = {}) => {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}${path}`
  const wish = { redirectUri: `${url}/account/oidc/callback`, clientSecret, ...provider }
  let running = await startOidcProvider(wish)
  const server = await startServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: url,
      OIDC_ISSUER: running.url,
      OIDC_CLIENT_ID: 'fresco',
      ...(wish.clientSecret && { OIDC_CLIENT_SECRET: wish.clientSecret }),
      OIDC_NAME: 'Example ID',
      ...env,
    },
  })
  return {
    url,
    provider: () => running,
    log: server.log,
    visit: () => createVisitor(url),
    stopProvider: () => running.stop(),
    startProvider: async () => {
      running = await startOidcProvider({ ...wish, port: running.port })
    },
    stop: async () => {
      await server.stop()
      await running.stop()
    },
  }
}

export type OidcSite = Awaited<ReturnType<typeof startOidcSite>>

/** The text of an element with a role, as people read it. */
export const noteOf = (html: string, role: 'alert' | 'status'): string =>
  new RegExp(`role="${role}">([^<]*)<`).exec(html)?.[1] ?? ''
