import { describe, expect, it } from 'vitest'
import { readCredentials } from '../../server/http/requests/session.ts'
import type { IdentityProvider } from '../../server/identity/identity-provider.ts'

export interface SignedInSubject {
  identity: IdentityProvider
  userId: string
  /** The username of the signed-in account. Use upper case only if the provider preserves it. */
  username: string
  displayName: string
  bearer: string
  cookie: string
  /** Invalid bearer tokens. The key of each entry says what is wrong with the token. */
  wrongBearers: Readonly<Record<string, string>>
  wrongCookies: Readonly<Record<string, string>>
}

const request = (headers: Record<string, string>) =>
  readCredentials(new Request('http://wallpapers.test/api/favorites', { headers }))

/** What every identity provider must pass. `subject` creates it once per test. */
export const identityProviderContract = (name: string, subject: () => Promise<SignedInSubject>) => {
  describe(`${name} as an identity provider`, () => {
    it('identifies nobody without a session', async () => {
      const { identity } = await subject()
      expect(await identity.identify(request({}))).toBeUndefined()
      expect(await identity.identify(request({ cookie: 'theme=dark; a=%' }))).toBeUndefined()
    })

    it('identifies the user of a bearer token, whatever the case of the scheme', async () => {
      const { identity, userId, bearer } = await subject()
      for (const scheme of ['Bearer', 'bearer', 'BEARER'])
        expect(await identity.identify(request({ authorization: `${scheme} ${bearer}` }))).toEqual({
          userId,
          carrier: 'bearer',
        })
    })

    it('identifies the user of a cookie, also for the request of a page', async () => {
      const { identity, userId, cookie } = await subject()
      const page = { cookie, accept: 'text/html', 'sec-fetch-dest': 'document' }
      for (const headers of [{ cookie: `theme=dark; ${cookie}` }, page])
        expect(await identity.identify(request(headers))).toEqual({ userId, carrier: 'cookie' })
    })

    it('prefers the bearer token, and ignores the cookie if the token is invalid', async () => {
      const { identity, bearer, cookie } = await subject()
      const both = await identity.identify(request({ authorization: `Bearer ${bearer}`, cookie }))
      expect(both?.carrier).toBe('bearer')
      expect(
        await identity.identify(request({ authorization: 'Bearer x', cookie })),
      ).toBeUndefined()
      expect(await identity.identify(request({ authorization: 'Bearer', cookie }))).toBeUndefined()
    })

    it('uses the cookie when the header has another scheme', async () => {
      const { identity, cookie } = await subject()
      const basic = { authorization: 'Basic YTpi', cookie }
      expect((await identity.identify(request(basic)))?.carrier).toBe('cookie')
    })

    it('rejects every invalid bearer token', async () => {
      const { identity, bearer, wrongBearers } = await subject()
      const generic = {
        'cut at the end': bearer.slice(0, -2),
        'cut well before the end': bearer.slice(0, -10),
        'cut at the start': bearer.slice(1),
        'with a longer end': `${bearer}x`,
        'alg none': `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
        'very long': 'x'.repeat(10_000),
      }
      for (const [what, token] of Object.entries({ ...generic, ...wrongBearers }))
        for (const headers of [{}, { accept: 'text/html', 'sec-fetch-dest': 'document' }])
          expect(
            await identity.identify(request({ ...headers, authorization: `Bearer ${token}` })),
            what,
          ).toBeUndefined()
    })

    it('rejects every invalid cookie', async () => {
      const { identity, wrongCookies } = await subject()
      for (const [what, cookie] of Object.entries(wrongCookies))
        for (const headers of [{}, { accept: 'text/html', 'sec-fetch-dest': 'document' }])
          expect(await identity.identify(request({ ...headers, cookie })), what).toBeUndefined()
    })

    it('finds a profile by its username in any case', async () => {
      const { identity, userId, username, displayName } = await subject()
      for (const name of [username, username.toUpperCase()])
        expect(await identity.findProfile(name)).toEqual({
          userId,
          username,
          displayName,
          imageUrl: expect.stringMatching(/^https?:\/\/.+/),
        })
    })

    it('finds no profile of a username that nobody has', async () => {
      const { identity } = await subject()
      for (const name of ['nobody', '../admin', 'a b', "' or 1=1", '%', 'x'.repeat(500), '😀'])
        expect(await identity.findProfile(name), name).toBeUndefined()
    })

    it('finds the profile of a user by id, and none for an unknown id', async () => {
      const { identity, userId, username } = await subject()
      expect(await identity.findOwnProfile(userId)).toMatchObject({ userId, username })
      expect(await identity.findOwnProfile('user_nobody')).toBeUndefined()
    })
  })
}
