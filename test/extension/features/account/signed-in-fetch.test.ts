import { describe, expect, it } from 'vitest'
import { createSignedInFetch } from '../../../../extension/features/account/signed-in-fetch.ts'

const own = 'https://walls.example'

/** A private server that accepts one token. Records the path and the token of each request. */
const createPerson = (tokens: (string | undefined)[]) => {
  const asked: string[] = []
  const signedIn = createSignedInFetch({
    server: { read: async () => own },
    account: { getToken: async () => tokens[0] },
    fetch: async (input, init) => {
      const token = new Headers(init?.headers).get('Authorization')
      asked.push(`${String(input).replace(own, '')} ${token}`)
      const isAdmitted = token === 'Bearer right' || String(input).includes('public')
      return new Response(null, { status: isAdmitted ? 200 : 401 })
    },
  })
  return { asked, ask: async (url: string) => (await signedIn(url)).status }
}

describe('createSignedInFetch', () => {
  it('sends the token to the own server once it has answered that it is private', async () => {
    const { asked, ask } = createPerson(['right'])
    expect(await ask(`${own}/public`)).toBe(200)
    expect(await ask(`${own}/a`)).toBe(200)
    expect(await ask(`${own}/b`)).toBe(200)
    expect(asked).toEqual(['/public null', '/a null', '/a Bearer right', '/b Bearer right'])
  })

  it('never sends the token to another server, whatever its address begins with', async () => {
    const { asked, ask } = createPerson(['right'])
    expect(await ask(`${own}/a`)).toBe(200)
    expect(await ask('https://other.example/')).toBe(401)
    expect(await ask(`${own}.evil.example/`)).toBe(401)
    expect(asked.slice(2).every((request) => request.endsWith(' null'))).toBe(true)
  })

  it('passes the refusal on while nobody is signed in, and asks again after the sign-in', async () => {
    const tokens: (string | undefined)[] = [undefined]
    const { ask } = createPerson(tokens)
    expect(await ask(`${own}/a`)).toBe(401)
    tokens[0] = 'right'
    expect(await ask(`${own}/a`)).toBe(200)
  })
})
