import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'

const publicUrl = 'https://home.example/fresco'
let server: RunningServer
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: publicUrl, METRICS_PORT: '0' } })
})
afterAll(() => server.stop())

const open = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init })

// A proxy in front passes the path on as it came, or cuts off the prefix.
describe.each([
  ['kept', '/fresco'],
  ['cut off by a proxy', ''],
])('a server below a path that is %s', (_, prefix) => {
  it('answers pages, the API and pictures, with addresses below the path', async () => {
    const { wallpapers } = (await (await open(`${prefix}/api/wallpapers`)).json()) as {
      wallpapers: string[]
    }
    const [first = ''] = wallpapers
    expect(first.startsWith(`${publicUrl}/main/`)).toBe(true)
    const picture = await open(first.replace(publicUrl, prefix))
    expect(picture.headers.get('content-type')).toMatch(/^image\//)
    for (const path of ['/', '/docs', '/?category=nature', '/site.css', '/openapi.json', '/random'])
      expect([path, (await open(prefix + path)).status]).toEqual([path, 200])
  })

  it('signs in with a cookie that other programs on the host do not get', async () => {
    const username = prefix === '' ? 'ada' : 'grace'
    const own = { Origin: 'https://home.example', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ username, password: 'correct horse' })
    const signUp = `${prefix}/api/auth/sign-up/username`
    const answer = await open(signUp, { method: 'POST', headers: own, body })
    const cookie = answer.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/^__Secure-fresco_session=[^;]+; Max-Age=\d+; Path=\/fresco; /)
    const [Cookie = ''] = cookie.split(';')
    const session = await open(`${prefix}/api/auth/session`, { headers: { ...own, Cookie } })
    expect(await session.json()).toMatchObject({ user: { username } })
    const changed = await open(`${prefix}/api/auth/change-password`, {
      method: 'POST',
      headers: { ...own, Cookie },
      body: JSON.stringify({ password: 'correct horse', newPassword: 'battery staple' }),
    })
    expect(changed.status).toBe(200)
    const page = await open(`${prefix}/account`, { headers: { Cookie } })
    expect(await page.text()).toContain(username)
  })

  it('refuses paths that only begin like the path', async () => {
    expect((await open('/frescos')).status).toBe(404)
    expect((await open('/frescoapi/wallpapers')).status).toBe(404)
  })
})

describe('a server below a path', () => {
  it('answers the path itself with the home page, with and without a query', async () => {
    for (const path of ['/fresco', '/fresco/', '/fresco?category=nature'])
      expect(await (await open(path)).text()).toContain('<link rel="canonical"')
  })

  it('counts its routes under their usual names', async () => {
    await open('/fresco/api/colors')
    const [url = ''] = /http:[^"]+\/metrics/.exec(server.log()) ?? []
    expect(await (await fetch(url)).text()).toContain('route="/api/colors",status="2xx"} 1')
  })
})
