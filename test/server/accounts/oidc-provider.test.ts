import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
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
  isAway?: boolean
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
  const requests: IncomingMessage[] = []

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
    requests.push(request)
    response.setHeader('Content-Type', 'application/json').statusCode = lie.isAway ? 503 : 200
    response.end(JSON.stringify(answers[request.url ?? '']?.()))
  })
  const create = (other: Partial<Parameters<typeof createOidcProvider>[0]> = {}) => {
    const redirectUri = 'http://wallpapers.test/account/oidc/callback'
    const client = { clientId: 'fresco', clientSecret, redirectUri }
    return createOidcProvider({ issuer, ...client, log: silentLog, ...other })
  }
  let usual: ReturnType<typeof create>
  beforeAll(async () => {
    issuer = await listen(server, { host: '127.0.0.1', port: 0 })
    usual = create()
  })
  afterAll(() => closeServer(server))

  const signIn = async (next: Lie = {}, provider = usual) => {
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

  it('needs no secret as a public client, and takes the names from the ID token', async () => {
    requests.length = 0
    const claims = { preferred_username: 'Ada', name: 'Ada L.' }
    const { names } = await signIn({ claims }, create({ clientSecret: undefined }))
    expect(names).toEqual({ username: 'Ada', name: 'Ada L.' })
    expect(requests.filter(({ headers }) => headers.authorization)).toEqual([])
    expect(requests.map(({ url }) => url)).not.toContain('/me')
  })

  it('goes on when the provider is back', async () => {
    const provider = create()
    await expect(signIn({ isAway: true }, provider)).rejects.toMatchObject({ problem: 'away' })
    expect((await signIn({}, provider)).names).toEqual({ username: 'ada' })
  })

  it('refuses a provider that gives itself another name than OIDC_ISSUER', async () => {
    const provider = create({ issuer: issuer.replace('127.0.0.1', 'localhost') })
    const cause = { message: expect.stringMatching(/^OIDC_ISSUER is '.+localhost/) }
    await expect(signIn({}, provider)).rejects.toMatchObject({ problem: 'issuer', cause })
  })

  const hourAgo = { auth_time: nowSeconds() - 3_600 }
  it.each<[string, Lie, string?]>([
    ['an ID token for another sign-in', { claims: { nonce: 'another' } }],
    ['an ID token for no sign-in', { claims: { nonce: undefined } }],
    ['an ID token for another client', { claims: { aud: 'another' } }],
    ['an ID token without a subject', { claims: { sub: undefined } }],
    ['an answer with two codes', { change: (on) => on.append('code', 'another') }],
    ['an ID token of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an ID token signed by somebody else', { isForged: true }],
    ['an ID token signed with the secret of the client', { alg: 'HS256' }],
    ['an ID token that is not signed', { alg: 'none' }],
    ['an ID token that has expired', { claims: { exp: nowSeconds() - 3_600 } }, 'clock'],
    ['an ID token with a subject that is too long', { claims: { sub: 'x'.repeat(256) } }, 'setup'],
    ['an answer without an ID token', { isBare: true }],
    [
      'an answer without the issuer that the provider promises',
      { change: (on) => on.delete('iss') },
    ],
    ['an answer for another sign-in', { change: (on) => on.set('state', 'another') }, 'expired'],
    ['an answer with the names of somebody else', { namesOf: 'eve' }],
    ['an answer that does not say when the person signed in', { again: true }, 'undated'],
    ['an answer to a person who signed in long ago', { again: true, claims: hourAgo }, 'clock'],
  ])('refuses %s', async (_, next, problem = 'issuer') => {
    await expect(signIn(next)).rejects.toMatchObject({ problem })
  })
})
