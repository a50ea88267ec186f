// Runs oidc-provider, a certified implementation of OpenID Connect in a thread.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { OidcProviderOptions } from './start-oidc-provider.ts'

interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
}
// The package has no types.
const oidcProvider: string = 'oidc-provider'
const { default: Provider } = (await import(oidcProvider)) as {
  default: new (issuer: string, configuration: object) => Provider
}

const { port, key, redirectUri, clientSecret, issuerHost, isMinimal } =
  workerData as OidcProviderOptions & { port: number; key: object }

const server = createServer()
await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
const actual = (server.address() as AddressInfo).port

// Who signs in as `7|Ada.L` has the username Ada.L. The whole text is the subject.
const findAccount = (_: unknown, sub: string) => {
  const username = sub.split('|').at(-1)
  const claims = { sub, preferred_username: username, name: `${username} at the provider` }
  return { accountId: sub, claims: () => claims }
}

const provider = new Provider(`http://${issuerHost ?? '127.0.0.1'}:${actual}`, {
  clients: [
    {
      client_id: 'fresco',
      redirect_uris: [redirectUri],
      ...(clientSecret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: clientSecret }),
    },
  ],
  findAccount,
  claims: { openid: ['sub'], profile: ['preferred_username', 'name'] },
  // By default, only the subject is in the ID token, as at Authelia.
  conformIdTokenClaims: isMinimal ?? true,
  pkce: { required: () => true },
  features: { devInteractions: { enabled: true } },
  cookies: { keys: ['cookies of the tests'] },
  jwks: { keys: [key] },
})
const answer = provider.callback()
server.on('request', (request, response) => {
  const { headers, method, url } = request
  const [path, query] = (url ?? '').split('?')
  parentPort?.postMessage({ asked: { method, path, query, authorization: headers.authorization } })
  answer(request, response)
})
parentPort?.postMessage({ port: actual })
