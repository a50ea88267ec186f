import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inLongRun } from '../../../long-run.ts'
import { openService } from '../../cli/admin-harness.ts'
import { noteOf, type OidcSite, startOidcSite } from './oidc-site.ts'

let site: OidcSite
beforeAll(async () => {
  site = await startOidcSite()
})
afterAll(() => site.stop())

const password = 'correct horse'
const usernameIn = (html: string) => /<p>@([^ ]+) ·/.exec(html)?.[1]
const alertOf = ({ html }: { html: string }) => noteOf(html, 'alert')
const tooLate = /^The sign-in took too long, or it was started in another browser/

const signUpWithPassword = async (username: string) => {
  const visitor = site.visit()
  await visitor.post('/account/sign-up', { username, password })
  return visitor
}

describe('signing in at an OpenID Connect provider', () => {
  it('creates an account the first time, and finds it again', async () => {
    const visitor = site.visit()
    expect((await visitor.open('/account')).html).toContain('Continue with Example ID')
    const first = await visitor.signIn('1|Ada.Lovelace@example.com')
    expect(first).toMatchObject({ url: `${site.url}/account`, status: 200 })
    expect(usernameIn(first.html)).toBe('ada.lovelace')
    expect(first.html).toContain('<h1 dir="auto">Ada.Lovelace@example.com at the provider</h1>')
    const signedOut = await visitor.post('/account/sign-out', {})
    expect(noteOf(signedOut.html, 'status')).toContain('You may still be signed in at Example ID.')
    const elsewhere = await site.visit().signIn('1|Ada.Lovelace@example.com')
    expect(usernameIn(elsewhere.html)).toBe('ada.lovelace')
  })

  it('adds the heart for which the person signs in', async () => {
    const visitor = site.visit()
    const heart = { id: 'alpine-dawn', action: 'add', userId: '' }
    const { html } = await visitor.post('/account/heart', heart)
    const [, form = ''] = /(<form class="card provider".*?)<\/form>/s.exec(html) ?? []
    const hidden = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)]
    const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
    expect(fields).toEqual({ purpose: 'sign-in', ...heart })
    const { url } = await visitor.signIn('21|hearts', fields)
    expect(url).toBe(`${site.url}/wallpaper/alpine-dawn`)
    expect((await visitor.open('/account')).html).toContain('1 favorite<')
  })

  it('says that nothing has changed when the person cancels', async () => {
    const visitor = site.visit()
    const there = await visitor.goThere()
    const [, abort = ''] = /href="([^"]+\/abort)"/.exec(there.html) ?? []
    const { html } = await visitor.openUrl(new URL(abort, there.url).href)
    expect(noteOf(html, 'alert')).toMatch(/^You did not sign in at Example ID/)
    expect(html).toContain('Continue with Example ID')
  })

  it('refuses an answer that another browser asked for, and the second answer to a question', async () => {
    const visitor = site.visit()
    const answer = await visitor.signInThere(await visitor.goThere(), '8')
    expect(alertOf(await site.visit().openUrl(answer))).toMatch(tooLate)
    expect(alertOf(await visitor.openUrl(answer))).not.toMatch(tooLate)
    expect(alertOf(await visitor.openUrl(answer))).toMatch(tooLate)
  })

  it('logs neither codes nor secrets', async () => {
    const visitor = site.visit()
    const answer = await visitor.signInThere(await visitor.goThere(), '12')
    const broken = answer.replace(/code=[^&]+/, 'code=a-secret-code')
    expect(alertOf(await visitor.openUrl(broken))).toMatch(/already used/)
    await expect.poll(site.log).toContain('Sign-in at the provider failed')
    expect(site.log()).not.toMatch(/a-secret-code|the secret of|Bearer|eyJ/)
  })
})

describe('an account with a password', () => {
  it('is linked to the provider by choice, never by its name', async () => {
    const visitor = await signUpWithPassword('linus')
    const stranger = await site.visit().signIn('20|linus')
    expect(usernameIn(stranger.html)).toBe('linus2')
    const wrong = await visitor.post('/account/oidc', { purpose: 'link', password: 'wrong horse' })
    expect(alertOf(wrong)).toMatch(/^That is not your password/)
    const forms = (await visitor.open('/account')).html.match(/\/account\/oidc".*?<\/form>/s)?.[0]
    const [, userId = ''] = /name="userId" value="([^"]+)"/.exec(forms ?? '') ?? []
    const another = { purpose: 'link', password, userId: 'another' }
    for (const path of ['/account/oidc', '/account/unlink'])
      expect((await visitor.post(path, another)).status).toBe(403)
    const linked = await visitor.signIn('21|somebody', { purpose: 'link', password, userId })
    expect(noteOf(linked.html, 'status')).toMatch(/^Your account is linked/)
    expect(usernameIn((await site.visit().signIn('21|somebody')).html)).toBe('linus')
    const kept = await visitor.post('/account/unlink', { password: 'wrong horse' })
    expect(alertOf(kept)).toMatch(/^That is not your password/)
    expect(usernameIn((await site.visit().signIn('21|somebody')).html)).toBe('linus')
    const unlinked = await visitor.post('/account/unlink', { password })
    expect(noteOf(unlinked.html, 'status')).toMatch(/^The link has been removed/)
    expect(usernameIn((await site.visit().signIn('21|somebody')).html)).toBe('somebody')
  })

  it('is not linked by a person who is somebody else by then', async () => {
    const visitor = await signUpWithPassword('first')
    const there = await visitor.goThere({ purpose: 'link', password })
    const answer = await visitor.signInThere(there, '23|either')
    await visitor.post('/account/sign-out', {})
    await visitor.post('/account/sign-up', { username: 'second', password })
    expect(alertOf(await visitor.openUrl(answer))).toMatch(tooLate)
    expect(usernameIn((await site.visit().signIn('23|either')).html)).toBe('either')
  })
})

describe('an account without a password', () => {
  const unconfirmed = /^Nothing has changed\. Please sign in at Example ID again/
  const confirm = { purpose: 'confirm', section: 'delete' }

  it('is deleted after the person has signed in at the provider again', async () => {
    const visitor = site.visit()
    await visitor.signIn('30|leaving')
    const tooEarly = await visitor.post('/account/delete', {})
    expect(alertOf(tooEarly)).toMatch(unconfirmed)
    const there = await visitor.goThere(confirm)
    expect(there.html, 'the provider asks for the password').toContain('name="password"')
    const back = await visitor.openUrl(await visitor.signInThere(there, '30|leaving'))
    expect(back.html).toContain('<details id="delete" open>')
    const deleted = await visitor.post('/account/delete', {})
    expect(noteOf(deleted.html, 'status')).toMatch(/^Your account has been deleted/)
  })

  it('is not confirmed by an open session, whatever the browser asks the provider for', async () => {
    const visitor = site.visit()
    await visitor.signIn('34|away_for_lunch')
    const changed = new URL(await visitor.findWayThere(confirm))
    changed.searchParams.delete('prompt')
    changed.searchParams.delete('max_age')
    const undated = await visitor.openUrl(changed.href)
    expect(alertOf(undated)).toMatch(/^Example ID does not say when you signed in there/)
    expect(alertOf(await visitor.post('/account/delete', {}))).toMatch(unconfirmed)
    expect(usernameIn((await visitor.open('/account')).html)).toBe('away_for_lunch')
  })

  it('is confirmed until the person signs out, and sent to its page by the calls that need a password', async () => {
    const visitor = site.visit()
    await visitor.signIn('35|in_a_library')
    await visitor.signIn('35|in_a_library', confirm)
    await visitor.post('/account/sign-out', {})
    await visitor.signIn('35|in_a_library')
    expect(alertOf(await visitor.post('/account/delete', {}))).toMatch(unconfirmed)
    const Cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(`${site.url}/api/auth/delete-account`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.url, Cookie },
      body: JSON.stringify({ password }),
    })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('This account has no password: use its account page')
  })

  it('is not confirmed by somebody else', async () => {
    const visitor = site.visit()
    await visitor.signIn('31|careful')
    const back = await visitor.signIn('32|other', { purpose: 'confirm' })
    expect(alertOf(back)).toBe('Somebody else signed in at Example ID. Nothing has changed.')
    expect(usernameIn(back.html)).toBe('careful')
  })

  it('gets a password, another name, and no link any more', async () => {
    const [visitor, other] = [site.visit(), site.visit()]
    await visitor.signIn('33|settling')
    await other.signIn('33|settling')
    expect((await visitor.open('/account')).html).toContain('set a password first')
    expect((await visitor.post('/account/unlink', { password })).html).toContain(
      'set a password first',
    )
    await visitor.signIn('33|settling', { purpose: 'confirm', section: 'name' })
    const renamed = await visitor.post('/account/name', { username: 'settled', name: 'S.' })
    expect(usernameIn(renamed.html)).toBe('settled')
    const short = await visitor.post('/account/password', { newPassword: 'x' })
    expect(short.html).toContain('Please use 8 to 128 characters.')
    const set = await visitor.post('/account/password', { newPassword: password })
    expect(noteOf(set.html, 'status')).toMatch(/^You have a password now. You have been signed out/)
    expect((await other.open('/account')).html).not.toContain('class="person"')
    const unlinked = await visitor.post('/account/unlink', { password })
    expect(noteOf(unlinked.html, 'status')).toMatch(/^The link/)
    const again = await site.visit().post('/account/sign-in', { username: 'settled', password })
    expect(usernameIn(again.html)).toBe('settled')
  })
})

describe('a server whose settings say who may join', () => {
  const start = async (env: Record<string, string>) => {
    const other = await startOidcSite(env)
    onTestFinished(other.stop)
    return other
  }

  inLongRun('offers no passwords with OIDC_ONLY, and accepts none', async () => {
    const { url, visit } = await start({ OIDC_ONLY: 'on' })
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

  inLongRun('lets in nobody new when sign-up is closed', async () => {
    const { visit } = await start({ SIGN_UP: 'closed' })
    const { html } = await visit().signIn('1|ada')
    expect(noteOf(html, 'alert')).toBe('Nobody can create an account on this site right now.')
    expect(html).toContain('Only people who have an account here can sign in.')
  })

  inLongRun('asks for an invite the first time, and uses it once', async () => {
    const service = await openService('SQLite')
    onTestFinished(service.close)
    const { url, visit } = await start({ ...service.env, SIGN_UP: 'invite' })
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
  })
})
