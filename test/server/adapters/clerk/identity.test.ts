import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClerkApi } from '../../../../server/adapters/clerk/api.ts'
import { createClerkIdentity, parseJwtKey } from '../../../../server/adapters/clerk/identity.ts'
import { identityProviderContract } from '../../../contracts/identity-provider.ts'
import { type ClerkBackend, startClerkBackend } from '../../../emulators/clerk-backend.ts'
import { makeClerkKeys, signClerkToken, toClerkCookie } from '../../../emulators/clerk-tokens.ts'

const own = 'https://wallpapers.test'

let clerk: ClerkBackend
beforeAll(async () => {
  clerk = await startClerkBackend()
})
afterAll(() => clerk.stop())

const create = () => {
  const publishableKey = clerk.env.CLERK_PUBLISHABLE_KEY
  return createClerkIdentity({
    clerk: createClerkApi({ secretKey: 'sk_live_x', publishableKey, apiUrl: clerk.url }),
    jwtKey: clerk.keys.jwtKey,
    authorizedParties: [own, 'chrome-extension://*'],
  })
}
const sign = (options: Partial<Parameters<typeof signClerkToken>[1]> = {}) =>
  signClerkToken(clerk.keys, { userId: 'user_1', azp: own, ...options })

identityProviderContract('Clerk', async () => {
  const user = clerk.addUser({ first_name: 'Ada' })
  const token = sign({ userId: user.id })
  const [header = '', payload = '', signature = ''] = token.split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const wrong = {
    'signed by another key': signClerkToken(makeClerkKeys(), { userId: user.id, azp: own }),
    expired: sign({ expiresIn: -30 }),
    'of another party': sign({ azp: 'https://evil.example' }),
    'of a party that only begins like ours': sign({ azp: `${own}.evil.example` }),
    'with alg none': `${none}.${payload}.`,
    'with alg none and a signature': `${none}.${payload}.${signature}`,
    'of a session with tasks left': sign({ claims: { sts: 'pending' } }),
    'not valid yet': sign({ claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }),
    'without a user': sign({ claims: { sub: undefined } }),
    'with a payload of its own': `${header}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${signature}`,
    'of a machine': 'mt_1234567890',
    'an API key': 'ak_1234567890',
  }
  return {
    identity: create(),
    userId: user.id,
    username: user.username ?? '',
    displayName: 'Ada',
    bearer: token,
    cookie: toClerkCookie(token),
    wrongBearers: wrong,
    wrongCookies: {
      'without the time of the last sign-in': `__session=${token}`,
      expired: toClerkCookie(wrong.expired),
      'of another party': toClerkCookie(wrong['of another party']),
      'signed by another key': toClerkCookie(wrong['signed by another key']),
    },
  }
})

describe('createClerkIdentity', () => {
  const identify = (token: string) => create().identify({ bearer: token, cookie: undefined })

  it('accepts tokens of extensions, and tokens without a party', async () => {
    expect(await identify(sign({ azp: 'chrome-extension://abc' }))).toBeDefined()
    expect(await identify(signClerkToken(clerk.keys, { userId: 'user_1' }))).toBeDefined()
  })

  it('knows a user who has no username yet, whom nobody else can find', async () => {
    const { id } = clerk.addUser({ username: null, first_name: 'Nameless' })
    const profile = { username: undefined, displayName: 'Nameless' }
    expect(await create().findOwnProfile(id)).toMatchObject(profile)
  })

  it('tells two names apart that differ in case only, where an instance allows it', async () => {
    clerk.addUser({ username: 'mixed', first_name: 'Lower' })
    clerk.addUser({ username: 'MiXed', first_name: 'Mixed' })
    const nameOf = async (username: string) => (await create().findProfile(username))?.displayName
    const names = await Promise.all(['mixed', 'MiXed', 'MIXED'].map(nameOf))
    expect(names).toEqual(['Lower', 'Mixed', 'Lower'])
  })

  it('asks Clerk nothing about what can be no username', async () => {
    const before = { ...clerk.calls }
    for (const name of ['a b', 'x'.repeat(200), 'a/b', '\u0000'])
      expect(await create().findProfile(name)).toBeUndefined()
    expect(clerk.calls).toEqual(before)
  })
})

describe('parseJwtKey', () => {
  const { jwtKey } = makeClerkKeys()
  const base64 = jwtKey.replace(/-----.*-----|\s/g, '')
  const { publicKey } = generateKeyPairSync('ed25519')
  const other = publicKey.export({ type: 'spki', format: 'pem' }).toString()

  it.each([
    ['PEM on one line, in quotes', `"${jwtKey.replaceAll('\n', ' ')}"`, jwtKey],
    ['PEM with \\n written out', jwtKey.replaceAll('\n', String.raw`\n`), jwtKey],
    ['only its base64', base64, jwtKey],
    ['a secret key', 'sk_live_abc', undefined],
    ['a key that was cut', base64.slice(0, -20), undefined],
    ['a key of another kind', other, undefined],
  ])('reads a key that is %s, or refuses it', (_, text, key) => {
    expect(parseJwtKey(text)).toBe(key)
  })
})
