import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { vi } from 'vitest'
import { listen } from '../../../server/serve.ts'
import { closeServer, findFreePort } from './sockets.ts'

export interface OidcProviderOptions {
  redirectUri: string
  /** Without a secret, the client is public. */
  clientSecret?: string | undefined
  /** The host that the provider gives as its own. The default is the one that it listens on. */
  issuerHost?: string
  /** True if the ID token has only the subject, as at Authelia. This is the default. */
  isMinimal?: boolean
  port?: number
}

interface Asked {
  path: string | undefined
  authorization: string | undefined
}

// The package has no types.
const name: string = 'oidc-provider'
const { default: Provider } = (await import(name)) as {
  default: new (issuer: string, configuration: object) => { callback(): RequestListener }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
// A provider keeps its key when it restarts.
const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'test' }

const toClient = ({ redirectUri, clientSecret }: OidcProviderOptions) => ({
  client_id: 'fresco',
  redirect_uris: [redirectUri],
  ...(clientSecret === undefined
    ? { token_endpoint_auth_method: 'none' }
    : { client_secret: clientSecret }),
})

// The whole text of the login is the subject.
const findAccount = (_: unknown, sub: string) => {
  const username = sub.split('|').at(-1)
  const claims = { sub, preferred_username: username, name: `${username} at the provider` }
  return { accountId: sub, claims: () => claims }
}

/**
 * Starts oidc-provider, a certified implementation of OpenID Connect. Its form accepts every name and password.
 * `7|Ada.L` has the username Ada.L.
 */
export const startOidcProvider = async (options: OidcProviderOptions) => {
  const { issuerHost = '127.0.0.1', isMinimal = true } = options
  const port = options.port ?? (await findFreePort())
  // It warns about its form for development.
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const answer = new Provider(`http://${issuerHost}:${port}`, {
    clients: [toClient(options)],
    findAccount,
    claims: { openid: ['sub'], profile: ['preferred_username', 'name'] },
    conformIdTokenClaims: isMinimal,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['cookies of the tests'] },
    jwks: { keys: [key] },
  }).callback()
  warn.mockRestore()
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const [path] = request.url?.split('?') ?? []
    asked.push({ path, authorization: request.headers.authorization })
    answer(request, response)
  })
  const url = await listen(server, { host: '127.0.0.1', port })
  return { url, port, asked, stop: () => closeServer(server) }
}
