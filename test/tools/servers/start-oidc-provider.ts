import { createServer, type RequestListener } from 'node:http'
import { vi } from 'vitest'
import { listen } from '../../../server/serve.ts'
import { closeServer, findFreePort } from './sockets.ts'

// The package has no types.
const name: string = 'oidc-provider'
const { default: Provider } = (await import(name)) as {
  default: new (issuer: string, configuration: object) => { callback(): RequestListener }
}

// The whole text of the login is the subject.
const findAccount = (_: unknown, sub: string) => {
  const username = sub.split('|').at(-1)
  const claims = { sub, preferred_username: username, name: `${username} at the provider` }
  return { accountId: sub, claims: () => claims }
}

/**
 * Starts oidc-provider, a certified implementation of OpenID Connect. Its form accepts every name and password.
 * `7|Ada.L` has the username Ada.L. The ID token has only the subject, as at Authelia.
 */
export const startOidcProvider = async (redirectUri: string, client_secret: string) => {
  const port = await findFreePort()
  // It warns about its form for development.
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const answer = new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ client_id: 'fresco', redirect_uris: [redirectUri], client_secret }],
    findAccount,
    claims: { openid: ['sub'], profile: ['preferred_username', 'name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['cookies of the tests'] },
  }).callback()
  warn.mockRestore()
  const server = createServer(answer)
  const url = await listen(server, { host: '127.0.0.1', port })
  return { url, stop: () => closeServer(server) }
}
