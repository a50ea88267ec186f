import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl } from '../../../test-app.ts'
import { createWebApp, password, type WebApp } from '../../web/web-app.ts'

describe('the account page of a server with invites', () => {
  let web: WebApp
  beforeAll(async () => {
    web = await createWebApp({ signUpMode: 'invite' })
  })
  afterAll(() => web.close())

  const join = async (username: string) => {
    const { code } = await web.invites.create({ days: 1, uses: 1 })
    const form = { username, password, invite: code }
    const { status, cookie } = await web.send('/account/sign-up', form)
    return { status, headers: { Cookie: cookie } }
  }
  const joinAsAdministrator = async (username: string) => {
    const { headers } = await join(username)
    const id = (await web.administration.find(username))?.id ?? ''
    await web.administration.promote(id)
    return headers
  }

  it('asks for an invite, which the link fills in', async () => {
    expect((await web.open('/account')).html).toMatch(/name="invite"[^>]*value=""/)
    const { code } = await web.invites.create({ days: 1, uses: 1 })
    const { html } = await web.open(`/account?invite=${code}`)
    expect(html).toMatch(new RegExp(`name="invite"[^>]*value="${code}"`))
    expect((await join('invited')).status).toBe(303)
  })

  it('says beside the field what is wrong with an invite', async () => {
    const form = { username: 'stranger', password, invite: '">abc' }
    const { status, html } = await web.send('/account/sign-up', form)
    expect(status).toBe(403)
    expect(html).toContain('This invite does not exist: check the link, or ask for a new one.')
    expect(html).toMatch(/name="invite"[^>]*value="&quot;&gt;abc"[^>]*aria-invalid="true"/)
  })

  it('lets an administrator make, list and revoke invites', async () => {
    const headers = await joinAsAdministrator('boss')
    const made = await web.send('/account/invite', { days: '3', uses: '2' }, headers)
    expect(made.status).toBe(200)
    const link = /href="([^"]+\/account\?invite=[\w-]+)"/.exec(made.html)?.[1] ?? ''
    expect(link).toContain(`${publicUrl}/account?invite=`)
    const { html } = await web.open('/account', headers)
    const code = new URL(link).searchParams.get('invite') ?? ''
    expect(html).not.toContain(code)
    expect(html).toMatch(/by @boss, valid until \d{4}-\d\d-\d\d, 2 of 2 uses left/)

    const [invite] = (await web.invites.list()).filter(({ createdBy }) => createdBy === 'boss')
    const revoked = await web.send('/account/revoke', { id: invite?.id ?? '' }, headers)
    expect(revoked.location).toBe('/account?done=revoked')
    expect((await web.open(revoked.location ?? '', headers)).html).toContain(
      'The invite has been revoked.',
    )
    expect(await web.invites.find(code)).toBeUndefined()
  })

  it('refuses an invite for no days, and says what it accepts', async () => {
    const headers = await joinAsAdministrator('hasty_boss')
    const { status, html } = await web.send('/account/invite', { days: '0', uses: '1' }, headers)
    expect(status).toBe(400)
    expect(html).toContain('An invite can be valid for 1 to 365 days and for 1 to 1000 people.')
    expect(html).toContain('<title>Error: ')
  })

  it('shows and accepts nothing of it for others', async () => {
    const { headers } = await join('ordinary')
    expect((await web.open('/account', headers)).html).not.toContain('Invites')
    const before = await web.invites.list()
    for (const sender of [headers, {}]) {
      const form = { days: '3', uses: '2', id: before[0]?.id ?? '' }
      expect((await web.send('/account/invite', form, sender)).location).toBe('/account')
      expect((await web.send('/account/revoke', form, sender)).location).toBe('/account')
    }
    expect(await web.invites.list()).toEqual(before)
  })
})

describe('the account page of a closed server', () => {
  it('has no form for new accounts, and says so', async () => {
    const web = await createWebApp({ signUpMode: 'closed' })
    const { html } = await web.open('/account')
    expect(html).toContain('Nobody can create an account on this site right now.')
    expect(html).not.toContain('action="/account/sign-up"')
    expect(html).toContain('action="/account/sign-in"')
    const { status } = await web.send('/account/sign-up', { username: 'anybody', password })
    expect(status).toBe(403)
    await web.close()
  })
})
