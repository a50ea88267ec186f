import { afterEach, describe, expect, it } from 'vitest'
import { openService } from '../../cli/admin-harness.ts'
import { noteOf, type OidcSite, startOidcSite } from './oidc-site.ts'

const password = 'correct horse'
const usernameIn = (html: string) => /<p>@([^ ]+) ·/.exec(html)?.[1]

let site: OidcSite | undefined
const start = async (...options: Parameters<typeof startOidcSite>) => {
  site = await startOidcSite(...options)
  return site
}
afterEach(async () => {
  await site?.stop()
  site = undefined
})

describe('a server with a provider instead of passwords', () => {
  it('offers no passwords, and accepts none', async () => {
    const { url, visit } = await start({ env: { OIDC_ONLY: 'on' } })
    const visitor = visit()
    const { html } = await visitor.open('/account')
    expect(html).toContain('Continue with Example ID')
    expect(html).not.toContain('type="password"')
    const instance = await (await fetch(`${url}/api/instance`)).json()
    expect(instance).toMatchObject({ passwords: false, provider: { name: 'Example ID' } })
    for (const call of ['sign-up', 'sign-in']) {
      const answer = await fetch(`${url}/api/auth/${call}/username`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'ada', password }),
      })
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('sign in with Example ID on its account page')
    }
    await visitor.post('/account/sign-up', { username: 'ada', password })
    expect(usernameIn((await visitor.open('/account')).html)).toBeUndefined()
    const own = await visitor.signIn('1|ada')
    expect(usernameIn(own.html)).toBe('ada')
    expect(own.html).not.toContain('Set a password')
  })
})

describe('a server that not everybody can join', () => {
  it('lets in nobody new when sign-up is closed', async () => {
    const { visit } = await start({ env: { SIGN_UP: 'closed' } })
    const { html } = await visit().signIn('1|ada')
    expect(noteOf(html, 'alert')).toBe('Nobody can create an account on this site right now.')
    expect(html).toContain('Only people who have an account here can sign in.')
  })

  it('asks for an invite the first time, and uses it once', async () => {
    const service = await openService('SQLite')
    try {
      const { url, visit } = await start({ env: { ...service.env, SIGN_UP: 'invite' } })
      const env = { PUBLIC_URL: url }
      const { stdout } = await service.admin(['invite', '--json'], { env })
      const { link } = JSON.parse(stdout) as { link: string }
      const visitor = visit()
      const needed = await visitor.signIn('1|ada')
      expect(noteOf(needed.html, 'alert')).toMatch(/^You need an invite/)
      const invite = { purpose: 'sign-in', invite: link }
      expect(usernameIn((await visitor.signIn('1|ada', invite)).html)).toBe('ada')
      expect(usernameIn((await visit().signIn('1|ada')).html)).toBe('ada')
      const used = await visit().signIn('2|eve', invite)
      expect(noteOf(used.html, 'alert')).toMatch(/^This invite is no longer valid/)
      // The operator gives a password to an account that has none.
      const { output } = await service.admin(['password', 'ada'], { stdin: `${password}\n` })
      expect(output).toContain('ada has a new password')
      const signedIn = await visit().post('/account/sign-in', { username: 'ada', password })
      expect(usernameIn(signedIn.html)).toBe('ada')
    } finally {
      await service.close()
    }
  })
})

describe('a provider that is set up differently', () => {
  it('may know this server as a public client, and put the names into the ID token', async () => {
    const { provider, visit } = await start({
      provider: { clientSecret: undefined, isMinimal: false },
    })
    expect(usernameIn((await visit().signIn('1|Ada')).html)).toBe('ada')
    const token = provider().asked.find(({ path }) => path === '/token')
    expect(token?.authorization).toBeUndefined()
    expect(provider().asked.some(({ path }) => path === '/me')).toBe(false)
  })

  it('is refused when it gives itself another name than OIDC_ISSUER', async () => {
    const { log, visit } = await start({ provider: { issuerHost: 'localhost' } })
    const { html } = await visit().goThere()
    expect(noteOf(html, 'alert')).toMatch(/^The answer did not come from the Example ID/)
    await expect
      .poll(log)
      .toMatch(/OIDC_ISSUER is 'http:[^']+127[^']+', but the provider says that it is/)
  })

  it('may refuse the secret', async () => {
    const { log, visit } = await start({ env: { OIDC_CLIENT_SECRET: 'another secret' } })
    const { html } = await visit().signIn('1|ada')
    expect(noteOf(html, 'alert')).toMatch(/^The sign-in with Example ID is not set up correctly/)
    await expect.poll(log).toContain('"problem":"setup"')
    expect(log()).not.toContain('another secret')
  })
})
