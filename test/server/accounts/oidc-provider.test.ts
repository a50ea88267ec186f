import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOidcProvider } from '../../../server/accounts/oidc-provider.ts'
import { listen } from '../../../server/serve.ts'
import { silentLog } from '../../accounts-app.ts'
import { closeServer } from '../../tools/servers/sockets.ts'

/** How the provider of these tests lies. */
interface Lie {
  claims?: object
  alg?: 'RS256' | 'HS256' | 'none'
  /** True if the ID token is signed with a key that the provider does not publish. */
  isForged?: boolean
  /** True if the answer has no ID token. */
  isBare?: boolean
  /** The subject in the answer with the names. */
  namesOf?: string
  change?: (answer: URLSearchParams) => void
  again?: boolean
}

const clientSecret = 'the secret of the client'
const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [published, other] = [makeKeys(), makeKeys()]
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('createOidcProvider', () => {
  let issuer = ''
  let lie: Lie = {}
  let nonce = ''
  let asked = new URLSearchParams()

  const makeIdToken = ({ claims, alg = 'RS256', isForged = false }: Lie) => {
    const usual = { iss: issuer, sub: 'ada', aud: 'fresco', nonce, exp: nowSeconds() + 60 }
    const signed = `${encode({ alg })}.${encode({ ...usual, iat: nowSeconds(), ...claims })}`
    const { privateKey } = isForged ? other : published
    const signatures = {
      RS256: () => sign('sha256', Buffer.from(signed), privateKey).toString('base64url'),
      HS256: () => createHmac('sha256', clientSecret).update(signed).digest('base64url'),
      none: () => '',
    }
    return `${signed}.${signatures[alg]()}`
  }
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      authorization_response_iss_parameter_supported: true,
    }),
    '/keys': () => ({ keys: [{ ...published.publicKey.export({ format: 'jwk' }), use: 'sig' }] }),
    '/token': () => ({
      access_token: 'an access token',
      token_type: 'bearer',
      ...(!lie.isBare && { id_token: makeIdToken(lie) }),
    }),
    '/me': () => ({ sub: lie.namesOf ?? 'ada', preferred_username: 'ada' }),
  }
  const server = createServer(async (request, response) => {
    if (request.url === '/token') asked = new URLSearchParams(await text(request))
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(answers[request.url ?? '']?.()))
  })
  let provider: ReturnType<typeof createOidcProvider>
  beforeAll(async () => {
    issuer = await listen(server, { host: '127.0.0.1', port: 0 })
    const redirectUri = 'http://wallpapers.test/account/oidc/callback'
    const client = { clientId: 'fresco', clientSecret }
    provider = createOidcProvider({ issuer, ...client, redirectUri, log: silentLog })
  })
  afterAll(() => closeServer(server))

  const signIn = async (next: Lie = {}) => {
    lie = next
    const { attempt } = await provider.begin({ again: false })
    nonce = attempt.nonce
    const answer = new URLSearchParams({ code: 'a-code', state: attempt.state, iss: issuer })
    lie.change?.(answer)
    const person = await provider.finish(answer, attempt, { again: lie.again ?? false })
    return { attempt, person, names: await person.findNames() }
  }

  it('accepts a sound answer, and proves that it began the sign-in', async () => {
    const { attempt, person, names } = await signIn({
      again: true,
      claims: { auth_time: nowSeconds() },
    })
    expect(person).toMatchObject({ issuer, subject: 'ada' })
    expect(names).toEqual({ username: 'ada' })
    expect(asked.get('code_verifier')).toBe(attempt.verifier)
  })

  it.each<[string, Lie, string?]>([
    ['for another sign-in', { claims: { nonce: 'another' } }],
    ['for no sign-in', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['signed by somebody else', { isForged: true }],
    ['signed with the secret of the client', { alg: 'HS256' }],
    ['that is not signed', { alg: 'none' }],
    ['that has expired', { claims: { exp: nowSeconds() - 3_600 } }, 'clock'],
    ['without a subject', { claims: { sub: undefined } }],
    ['with a subject that is too long', { claims: { sub: 'x'.repeat(256) } }, 'setup'],
  ])('refuses an ID token %s', async (_, next, problem = 'issuer') => {
    await expect(signIn(next)).rejects.toMatchObject({ problem })
  })

  const hourAgo = { auth_time: nowSeconds() - 3_600 }
  it.each<[string, Lie, string?]>([
    ['without an ID token', { isBare: true }],
    ['without the issuer that the provider promises', { change: (on) => on.delete('iss') }],
    ['for another sign-in', { change: (on) => on.set('state', 'another') }, 'expired'],
    ['with two codes', { change: (on) => on.append('code', 'another') }],
    ['with the names of somebody else', { namesOf: 'eve' }],
    ['that does not say when the person signed in', { again: true }, 'undated'],
    ['to a person who signed in long ago', { again: true, claims: hourAgo }, 'clock'],
  ])('refuses an answer %s', async (_, next, problem = 'issuer') => {
    await expect(signIn(next)).rejects.toMatchObject({ problem })
  })
})
