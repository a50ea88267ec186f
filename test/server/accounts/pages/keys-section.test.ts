import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite } from '../../../../server/http/site.ts'
import { publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

describe('the account page of a private server', () => {
  let web: WebApp
  beforeAll(async () => {
    web = await createWebApp({
      deps: { site: createSite(publicUrl, undefined, { isPrivate: true }) },
    })
  })
  afterAll(() => web.close())

  it('makes a key, shows it once, lists it with its last use, and ends it', async () => {
    const { headers } = await makePerson(web)
    const form = { name: 'Frame <1>', scope: 'read' }
    const made = await web.send('/account/key', form, headers)
    const [key = ''] = /fresco_[\w-]{32}/.exec(made.html) ?? []
    expect(made.html).toContain(`href="/connect?key=${key}"`)
    const listed = await web.open('/account', headers)
    expect(listed.html).toContain('<strong>Frame &lt;1&gt;</strong>: See the pictures.')
    expect(listed.html).toContain('not used yet')
    expect(listed.html).not.toContain(key)
    const ask = () => web.app.request(`${publicUrl}/random?key=${key}`)
    expect((await ask()).status).not.toBe(401)
    const { html } = await web.open('/account', headers)
    expect(html).toContain('last used on')
    const [, id = ''] = /name="id" value="([\w-]{8})"/.exec(html) ?? []
    const ended = await web.send('/account/end-key', { id }, headers)
    expect(ended.location).toBe('/account?done=key-ended')
    expect((await ask()).status).toBe(401)
  })

  it('makes the link that opens a share page', async () => {
    const { headers, username } = await makePerson(web, { ids: ['lake-view'] })
    const { html } = await web.send('/account/key', { name: 'Oma', scope: 'share' }, headers)
    const [, path = ''] = /http:\/\/wallpapers\.test(\/share\/[^<"]+\?key=[^<"]+)/.exec(html) ?? []
    expect(path).toMatch(new RegExp(`^/share/${username}\\?key=fresco_`))
    expect((await web.open(path)).html).toContain('Ada’s wallpapers')
  })

  it('says what is wrong with a key that cannot be made', async () => {
    const { headers } = await makePerson(web)
    const { status, html } = await web.send('/account/key', { name: ' ', scope: 'read' }, headers)
    expect(status).toBe(400)
    expect(html).toContain('Please give the key a name')
  })

  it('tells people who are not signed in that the site is private', async () => {
    const { html } = await web.open('/account?back=/')
    expect(html).toContain('This site is private. Sign in to see its pictures.')
  })
})
