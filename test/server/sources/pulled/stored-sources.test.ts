import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministration } from '../../../../server/accounts/store/administration.ts'
import { diagnose } from '../../../../server/cli/doctor.ts'
import { createSqliteStatements, openSqliteAccounts } from '../../../../server/database/sqlite.ts'
import { type Site, startSite } from '../../../emulators/site.ts'
import { publicUrl } from '../../../test-app.ts'
import { type ComposedApp, startComposed } from '../../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { runHere } from '../../cli/admin-harness.ts'
import { makePicture } from './harness.ts'

const secret = 'app-password'

describe('the sources on the account page', () => {
  let site: Site
  let dir: string
  let server: ComposedApp
  const env = () => ({ DATA_DIR: join(dir, 'data') })
  beforeAll(async () => {
    dir = await makeTempDir('stored-sources')
    site = await startSite()
    site.put('/lake.png', await makePicture('#3A78C0'))
    site.put('/list', JSON.stringify([{ title: 'Lake', url: '/lake.png' }]))
    server = await startComposed(env())
  })
  afterAll(async () => {
    await server.stop()
    await site.stop()
    await removeDir(dir)
  })

  const send = (path: string, form: Record<string, string>, cookie = '') =>
    server.get(path, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Origin: publicUrl, Cookie: cookie },
    })
  const signUp = async (username: string) => {
    const { headers } = await send('/account/sign-up', { username, password: 'correct horse' })
    return headers.get('Set-Cookie')?.split(';')[0] ?? ''
  }
  const promote = async (username: string) => {
    const handle = openSqliteAccounts(join(dir, 'data/fresco.sqlite'))
    const administration = createAdministration(createSqliteStatements(handle))
    await administration.promote((await administration.find(username))?.id ?? '')
    handle.close()
  }
  const openPage = async (cookie: string) =>
    (await server.get('/account', { headers: { Cookie: cookie } })).text()
  const readTitles = async () => {
    const rows: { data: { title?: string } }[] = await (await server.get('/index.json')).json()
    return rows.map(({ data }) => data.title)
  }
  const report = async () => (await runHere(['sources'], { env: env(), cwd: dir })).stdout
  const idOf = (html: string) => /name="id" value="(\w+)"><button[^>]*value="test"/.exec(html)?.[1]

  it('are added, tested, paused, kept for the next start, and removed by an administrator', async () => {
    const cookie = await signUp('ada')
    expect(await openPage(cookie)).not.toContain('Add a source')
    await send('/account/add-source', { kind: 'FEEDS', address: 'http://a.example' }, cookie)
    await promote('ada')
    const act = (action: string, id = '') => send('/account/source', { action, id }, cookie)

    const added = { kind: 'JSON_LISTS', name: 'walls', address: `${site.url}/list#url` }
    expect((await send('/account/add-source', added, cookie)).status).toBe(303)
    // Until then, the server shows the wallpapers that come with it.
    await expect.poll(readTitles).toEqual(['Lake'])
    const html = await openPage(cookie)
    expect(html).toContain('List in JSON: 1 picture')
    expect(await report()).toContain('walls (added on the account page): 1 picture')
    const id = idOf(html)
    expect(await (await act('test', id)).text()).toContain(
      'walls answers. Pictures in its list: 1.',
    )
    site.put('/list', { status: 500 })
    expect(await (await act('test', id)).text()).toContain('walls answered with 500.')

    await act('pause', id)
    expect(await openPage(cookie)).toContain('Paused')
    expect(await report()).toContain('walls (added on the account page, paused)')
    await server.stop()
    server = await startComposed(env())
    site.asked()
    expect(await readTitles()).toEqual(['Lake'])
    await act('resume', id)
    await expect.poll(site.asked).toContain('/list')
    await act('remove', id)
    await expect.poll(async () => (await readTitles()).length).toBeGreaterThan(5)
    expect(await openPage(cookie)).not.toContain('walls')
  })

  it('are refused with the words of the settings, and their secrets are never shown', async () => {
    const cookie = await signUp('grace')
    await promote('grace')
    const folder = { kind: 'WEBDAV_FOLDERS', address: `${site.url}/dav`, user: 'me', secret }
    await send('/account/add-source', folder, cookie)
    await expect.poll(() => site.requests.map(({ path }) => path)).toContain('/dav/')
    const { headers } = site.requests.find(({ path }) => path === '/dav/') ?? {}
    expect(headers?.authorization).toBe(`Basic ${btoa(`me:${secret}`)}`)
    const html = await openPage(cookie)
    for (const text of [
      html,
      await (
        await send('/account/source', { action: 'test', id: idOf(html) ?? '' }, cookie)
      ).text(),
    ])
      expect(text.includes(secret)).toBe(false)

    const refusals: [Record<string, string>, string][] = [
      [
        { kind: 'FEEDS', address: 'nowhere' },
        'FEEDS has a value that cannot be used (hidden here)',
      ],
      [
        { ...folder, address: 'nowhere' },
        'WEBDAV_FOLDERS has a value that cannot be used (hidden here)',
      ],
      [folder, 'WEBDAV_FOLDERS has a second source with the name 127.0.0.1'],
      [{ kind: 'IMMICH_URL', address: 'https://photos.example' }, 'IMMICH_API_KEY is missing'],
      [{ kind: 'PORT', address: '1' }, 'Please enter an address.'],
    ]
    for (const [form, text] of refusals) {
      const answer = await send('/account/add-source', form, cookie)
      expect(answer.status).toBe(400)
      const page = await answer.text()
      expect(page).toContain(text)
      expect(page.includes(secret)).toBe(false)
    }
    const findings = async () => JSON.stringify(await diagnose(env(), undefined))
    const advice = 'has nothing at this address (404): check what was entered for it'
    await expect.poll(findings).toContain(advice)
    expect(await openPage(cookie)).toContain(advice)
    expect(server.log() + (await findings()) + (await report())).not.toContain(secret)
    expect(await readFile(join(dir, 'data/sources/.frescoignore'), 'utf8')).not.toContain(secret)
  })
})
