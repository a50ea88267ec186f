import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite } from '../../../server/http/site.ts'
import type { KeyScope } from '../../../server/identity/read-keys.ts'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { publicUrl } from '../../test-app.ts'
import { fill } from '../http/openapi/requests.ts'
import { createServers, describeServer, type Servers } from '../http/openapi/servers.ts'
import { makePerson } from './web-app.ts'

type Headers = Record<string, string>

/** The sign-in with its style sheets, scripts and icons, and two health checks. */
const everybody =
  /^\/(?:livez|readyz|site\.(?:css|js)|docs\.css|icon\.svg|favicon\.ico|account.*|api\/(?:instance|auth\/(?:sign-|pairing).*))$/
const ownPaths = /^\/api\/(?:auth\/.+|favorites)$/
const pages =
  /^\/(?:|wallpapers?\/.+|connect|privacy|credits.*|docs|heart|share|share\/|share\/[^/]+\/.+\/x)\/?$/

let servers: Servers
let owner: Awaited<ReturnType<typeof makePerson>>
let requests: { method: string; path: string }[]

const makeKey = async (scope: KeyScope) =>
  (await servers.web.keys.create(owner.userId, `a ${scope} key`, scope)) ?? ''
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const ask = (path: string, headers: Headers = {}, method = 'GET') =>
  servers.web.app.request(publicUrl + path, { method, headers })

beforeAll(async () => {
  servers = await createServers(
    createSite(publicUrl, undefined, { name: 'Our pictures', isPrivate: true }),
  )
  owner = await makePerson(servers.web, { ids: ['lake-view'] })
  const { paths: documented = {} } = await describeServer('local')
  const described = { ...documented, ...pagesOf('local') }
  const routes = servers.web.app.routes.map(({ path }) => path)
  const toTemplate = (path: string) => path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
  requests = [...new Set(routes)]
    .filter((path) => path !== '/*')
    .flatMap((path) => {
      const name = toTemplate(path)
      const methods = Object.keys(described[name] ?? { get: true }).map((one) => one.toUpperCase())
      const filled = fill(name, owner.username).replace(/\*$/, 'x/x')
      return methods.map((method) => ({ method, path: filled }))
    })
    .filter(({ path }) => !everybody.test(path))
  const walked = new Set(routes.map(toTemplate))
  expect(Object.keys(described).filter((path) => !walked.has(path))).toEqual([])
})
afterAll(() => servers.close())

/** Asks for every route and page, and lists those that answer anything but "sign in". */
const walk = async (headers: Headers, query = '') => {
  const open: string[] = []
  const problems: string[] = []
  for (const { method, path } of requests) {
    const answer = await ask(path + query, { Origin: publicUrl, ...headers }, method)
    const isSignIn = /^\/account\?back=/.test(answer.headers.get('Location') ?? '')
    if (answer.status !== 401 && !isSignIn) open.push(`${method} ${path}`)
    const caching = answer.headers.get('Cache-Control') ?? ''
    if (!/private|no-store/.test(caching)) problems.push(`${path}: Cache-Control: ${caching}`)
    if (answer.status === 401 && !(await answer.json()).error) problems.push(`${path}: no error`)
  }
  expect(problems).toEqual([])
  return open
}

const listed = (isOpen: (path: string) => boolean) =>
  requests.filter(({ path }) => isOpen(path)).map(({ method, path }) => `${method} ${path}`)
const isForKeys = (path: string) => !(ownPaths.test(path) || pages.test(path))

describe('addGate', () => {
  it('opens no route or page without a key, with a wrong one, or with one that has ended', async () => {
    const ended = await makeKey('read')
    const [{ id = '' } = {}] = await servers.web.keys.list(owner.userId)
    await servers.web.keys.end(owner.userId, id)
    expect(await walk({})).toEqual([])
    for (const wrong of ['fresco_nobody', ended, 'x']) {
      expect(await walk(bearer(wrong))).toEqual([])
      expect(await walk({}, `?key=${wrong}`)).toEqual([])
      expect(await walk({ Cookie: `fresco_key=${wrong}` })).toEqual([])
    }
  })

  it('opens the sign-in, its assets and the checks of load balancers to everybody', async () => {
    for (const path of ['/account', '/site.css', '/icon.svg', '/livez', '/readyz', '/api/instance'])
      expect((await ask(path)).status, path).toBe(200)
  })

  it('opens everything but pages and accounts with a read key, however it is sent', async () => {
    const key = await makeKey('read')
    const expected = listed(isForKeys)
    expect(await walk(bearer(key))).toEqual(expected)
    expect(await walk({}, `?key=${key}`)).toEqual(expected)
    expect(await walk({ Cookie: `fresco_key=${key}` })).toEqual(expected)
  })

  it('opens the favorites of its owner with a key that may give hearts', async () => {
    const isOpen = (path: string) => isForKeys(path) || path === '/api/favorites'
    expect(await walk(bearer(await makeKey('hearts')))).toEqual(
      listed(isOpen).filter((request) => request !== 'POST /api/favorites'),
    )
  })

  it('opens everything with a session', async () => {
    expect(await walk(owner.headers)).toEqual(listed(() => true))
  })

  it('sends people to the sign-in and back, and leaves the key out of the way back', async () => {
    const asked = await ask('/tab/?every=30&key=fresco_wrong', { Accept: 'text/html' })
    expect([asked.status, asked.headers.get('Location')]).toEqual([
      303,
      '/account?back=%2Ftab%2F%3Fevery%3D30',
    ])
  })

  it('remembers the key of a page in a cookie, and keeps it out of every Referer', async () => {
    const { headers } = await ask(`/tab/?key=${await makeKey('read')}`, { Accept: 'text/html' })
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    const signedIn = await servers.web.open('/connect?key=fresco_mine', owner.headers)
    expect(signedIn.setCookie, 'it would outlive the sign-out').toBe('')
    expect(headers.get('Set-Cookie')).toMatch(/^fresco_key=fresco_[^;]+;.* HttpOnly; SameSite=Lax$/)
  })

  it('opens a share page, its feeds and its pictures with the key of its link, and nothing else', async () => {
    const key = `key=${await makeKey('share')}`
    const other = await makePerson(servers.web, { ids: ['pine-wood'] })
    const open = [
      ...['', '/preview.jpg'].map((end) => `/share/${owner.username}${end}`),
      ...['json', 'rss'].map((type) => `/feed.${type}?from=@${owner.username}`),
      ...[
        '/images/lake-view',
        '/images/lake-view/old',
        '/images/lake-view.jpg',
        '/main/lake-view.png',
      ],
      ...['/cache/lake-view.webp', `/api/users/${owner.username}/image`],
    ]
    const closed = [
      ...[`/share/${other.username}`, `/api/users/${other.username}/image`, '/images/pine-wood'],
      ...['/main/pine-wood.png', '/images/lake-view%2F..%2Fpine-wood', '/api/wallpapers', '/tab/'],
      ...['/', '/random', `/api/favorites/${owner.username}`, '/feed.rss', '/api/favorites'],
      `/feed.rss?from=@${other.username}`,
    ]
    const statusOf = async (path: string) =>
      (await ask(`${path}${path.includes('?') ? '&' : '?'}${key}`)).status
    for (const path of open) expect(await statusOf(path), path).not.toBe(401)
    for (const path of closed) expect([401, 303, 404], path).toContain(await statusOf(path))
    for (const path of closed) expect(await statusOf(path), path).not.toBe(200)
  })

  it('writes the key of a feed into the addresses of its pictures', async () => {
    const key = await makeKey('read')
    const feed = await (await ask(`/feed.rss?key=${key}`)).text()
    expect(feed).toMatch(new RegExp(`<enclosure url="[^"]+\\?key=${key}"`))
    expect(feed).toMatch(/<link>[^?]+\/wallpaper\/[^?]+<\/link>/)
    const [, preview = ''] = /<media:thumbnail url="([^"]+)\?/.exec(feed) ?? []
    expect((await ask(`${new URL(preview).pathname}?key=${key}`)).status).toBe(200)
  })

  it('puts the key into the recipes', async () => {
    const { html } = await servers.web.open('/connect?key=fresco_mine', owner.headers)
    expect(html).toContain(`${publicUrl}/random?w=1920&amp;h=1080&amp;key=fresco_mine`)
    expect(html).toContain('/tab/?every=60&amp;key=fresco_mine')
    expect((await servers.web.open('/connect', owner.headers)).html).toContain(
      'programs need a key',
    )
  })

  it('shows pictures, the full screen and the account on the front page under its own name', async () => {
    const { html } = await servers.web.open('/', owner.headers)
    expect(html).toContain('<title>Our pictures</title>')
    expect(html).toContain('href="/tab/?every=30"')
    expect(html).not.toMatch(/curl|npm |#api|#new-tabs|free API/)
  })
})
