import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createOidcCookies } from '../../../server/accounts/oidc-cookies.ts'

const start = (publicUrl: string) => {
  let now = Date.now()
  const app = new Hono()
  const cookies = createOidcCookies({ publicUrl, cookieSecret: 'of the tests', clock: () => now })
  const attempt = { state: 's', nonce: 'n', verifier: 'v' }
  app.get('/begin', async (c) => {
    await cookies.writeAttempt(c, { begun: { purpose: 'sign-in' }, attempt })
    await cookies.writeConfirmed(c, 'ada')
    return c.body(null)
  })
  app.get('/end', async (c) =>
    c.json({
      attempt: (await cookies.takeAttempt(c))?.attempt.state ?? null,
      isAda: await cookies.isConfirmed(c, 'ada'),
      isGrace: await cookies.isConfirmed(c, 'grace'),
    }),
  )
  const begin = async () => (await app.request('/begin')).headers.getSetCookie()
  const end = async (lines: readonly string[]) => {
    const Cookie = lines.map((line) => line.split(';')[0]).join('; ')
    return (await app.request('/end', { headers: { Cookie } })).json()
  }
  const pass = (minutes: number) => {
    now += minutes * 60_000
  }
  return { begin, end, pass }
}

describe('createOidcCookies', () => {
  it('forgets a confirmation after five minutes and a sign-in after ten', async () => {
    const { begin, end, pass } = start('http://w.test')
    const lines = await begin()
    expect(await end(lines)).toEqual({ attempt: 's', isAda: true, isGrace: false })
    pass(6)
    expect(await end(lines)).toEqual({ attempt: 's', isAda: false, isGrace: false })
    pass(5)
    expect(await end(lines)).toEqual({ attempt: null, isAda: false, isGrace: false })
  })

  it('refuses cookies that were changed', async () => {
    const { begin, end } = start('http://w.test')
    const lines = await begin()
    const changed = lines.map((line) => line.replace('ada', 'eve').replace('sign', 'SIGN'))
    const [attempt, confirmed] = lines.map((line) => line.split(/=(.*)/)[1])
    const swapped = [`fresco_oidc=${confirmed}`, `fresco_confirmed=${attempt}`]
    for (const wrong of [changed, swapped])
      expect(await end(wrong)).toEqual({ attempt: null, isAda: false, isGrace: false })
  })

  it('accepts none from another host of the domain, if the site has its host for itself', async () => {
    for (const line of await start('https://w.test').begin())
      expect(line).toMatch(/^__Host-fresco_\w+=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('gives them the port of the server, because cookies ignore ports', async () => {
    for (const line of await start('http://w.test:8787').begin())
      expect(line).toMatch(/^fresco_(oidc|confirmed)_8787=/)
  })

  it('sends them only below the path of the site, and over https only in secret', async () => {
    const [attempt, confirmed] = await start('https://w.test/fresco').begin()
    expect(attempt).toMatch(
      /^__Secure-fresco_oidc=.*; Path=\/fresco\/account\/oidc; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(confirmed).toMatch(/^__Secure-fresco_confirmed=.*; Path=\/fresco\/account; /)
  })
})
