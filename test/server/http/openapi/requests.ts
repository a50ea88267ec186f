import type { oas32 } from 'zod-openapi'
import { publicUrl } from '../../../test-app.ts'
import { makePerson, password, type WebApp } from '../../web/web-app.ts'
import type { ServerName, Servers } from './servers.ts'

export interface Asked {
  id: string
  status: number
  path: string
  server?: ServerName
  headers?: Record<string, string>
  body?: string | ReadableStream<Uint8Array>
}

export type OperationOf = (id: string) => oas32.OperationObject | undefined
export type Rest = Partial<Omit<Asked, 'id' | 'status' | 'path'>>

export const asked = (id: string, status: number, path: string, rest: Rest = {}): Asked => ({
  id,
  status,
  path,
  ...rest,
})

const json = (body: unknown, headers: Record<string, string> = {}): Rest => ({
  headers: { 'Content-Type': 'application/json', Origin: publicUrl, ...headers },
  body: JSON.stringify(body),
})

/** Changes a request that succeeds so that it gets each other status that every route of its kind has. */
export const variantsOf = (good: Asked, operation: oas32.OperationObject | undefined): Asked[] => {
  const { path, headers = {}, body } = good
  const { Cookie, ...anonymous } = headers
  const withHeaders = (more: Record<string, string>) => ({ headers: { ...headers, ...more } })
  const withQuery = (query: string) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
  })
  const queries = (operation?.parameters ?? []).flatMap((one) =>
    'in' in one && one.in === 'query' ? [one.name] : [],
  )
  const single = queries.find((name) => !['category', 'color', 'ratio', 'exclude'].includes(name))
  const elsewhere = path.replace(/lake-view|person_\d+/, 'nowhere')
  const variants: Record<number, Partial<Asked> | false | undefined> = {
    206: withHeaders({ Range: 'bytes=0-9' }),
    304: withHeaders({ 'If-None-Match': '*' }),
    400: body
      ? body !== '{}' && { body: '{}' }
      : single !== undefined && withQuery(`${single}=a&${single}=b`),
    401: Cookie !== undefined && { headers: anonymous },
    403: Cookie !== undefined && withHeaders({ Origin: 'https://elsewhere.test' }),
    404:
      elsewhere === path && queries.includes('category')
        ? withQuery('category=nowhere')
        : elsewhere !== path && { path: elsewhere },
    412: withHeaders({ 'If-Match': '"no"' }),
    413: { body: 'x'.repeat(300_000) },
    415: withHeaders({ 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' }),
    416: withHeaders({ Range: 'bytes=9999999-' }),
  }
  return Object.entries(variants).flatMap(([status, variant]) =>
    variant && operation?.responses?.[status as '400']
      ? [{ ...good, ...variant, status: Number(status) }]
      : [],
  )
}

/**
 * Lists requests that cover every documented status of every operation, except statuses that need a
 * broken dependency.
 */
export const listRequests = async (
  servers: Servers,
  operationOf: OperationOf,
): Promise<Asked[]> => {
  const { username } = await makePerson(servers.web, { ids: ['lake-view'] })
  const good = [
    ...Object.entries(pathsFor(username)).map(([id, [path = '']]) => asked(id, 200, path)),
    ...(await accountRequests(servers.web)),
  ]
  return [
    ...Object.entries(pathsFor(username)).flatMap(([id, paths]) =>
      paths.map((path) => asked(id, 200, path)),
    ),
    ...good.flatMap((request) => [...variantsOf(request, operationOf(request.id)), request]),
    ...pictures.map(([id, path]) => asked(id, 302, path, { server: 'remote' })),
    ...(await specialRequests(servers)),
  ]
}

const pictures = [
  ['getImage', '/images/lake-view'],
  ['getImageVersion', '/images/lake-view/old'],
  ['getMainFile', '/main/lake-view.png'],
  ['getPreviewFile', '/cache/lake-view.webp'],
] as const

/** The paths of the operations that only read. Those of one operation differ in the fields of the answer. */
const pathsFor = (username: string): Record<string, readonly string[]> => ({
  getWallpapers: selectionsAt('/api/wallpapers'),
  getRandomWallpaper: selectionsAt('/api/random-wallpaper'),
  searchWallpapers: ['q=lake', 'q=lake&sort=latest&ratio=16x9', 'count=1'].map(
    (query) => `/api/wallpapers/search?${query}`,
  ),
  getIndex: ['/api/wallpapers/index'],
  getIndexFile: ['/index.json'],
  getTagsFile: ['/tags.json'],
  getWallpaper: ['/api/wallpapers/lake-view'],
  getSimilarWallpapers: ['', '?include=details'].map(
    (query) => `/api/wallpapers/lake-view/similar${query}`,
  ),
  getHostedWallpapers: ['/api/random-wallpapers?count=2', '/api/random-wallpapers?ratio=16x9'],
  getColors: ['/api/colors'],
  getCategories: ['/api/categories'],
  getTags: ['/api/tags'],
  getInstance: ['/api/instance'],
  getApi: ['/api'],
  getOpenApi: ['/openapi.json'],
  getFeed: [`/share/${username}/feed.json`],
  getRss: [`/share/${username}/feed.rss`],
  getCatalogueFeed: ['/feed.json', '/feed.json?category=nowhere'],
  getCatalogueRss: ['/feed.rss', '/feed.rss?category=nowhere'],
  getRobots: ['/robots.txt'],
  getSitemap: ['/sitemap.xml'],
  getLiveness: ['/livez'],
  getHealth: ['/healthz'],
  getReadiness: ['/readyz'],
  getPublicFavorites: [`/api/favorites/${username}`],
  getUserImage: [`/api/users/${username}/image`],
  ...Object.fromEntries(pictures.map(([id, path]) => [id, [path, `${path}?w=100&format=webp`]])),
  getRandomPicture: ['/random'],
  getRandomJpeg: ['/random.jpg'],
  getRandomWebp: ['/random.webp'],
  getPictureOfToday: ['/today'],
  getJpegOfToday: ['/today.jpg'],
  getWebpOfToday: ['/today.webp'],
  getToday: ['/api/wallpapers/today'],
})

const selectionsAt = (path: string) =>
  [
    'seed=s',
    'count=2&include=details',
    'category=nature,art&ratio=16x9&atleast=1x1&sort=latest&limit=2',
    'ids=lake-view',
  ].map((query) => `${path}?${query}`)

const paths = {
  getSession: '/api/auth/session',
  getFavorites: '/api/favorites',
  replaceFavorites: '/api/favorites',
  changeFavorite: '/api/favorites',
  signUp: '/api/auth/sign-up/username',
  signIn: '/api/auth/sign-in/username',
  signOut: '/api/auth/sign-out',
  beginPairing: '/api/auth/pairing',
  finishPairing: '/api/auth/pairing/session',
  listSessions: '/api/auth/sessions',
  exportOwnData: '/api/auth/export',
  endSession: '/api/auth/end-session',
  endOtherSessions: '/api/auth/end-other-sessions',
  changeName: '/api/auth/change-name',
  changePassword: '/api/auth/change-password',
  deleteAccount: '/api/auth/delete-account',
}
type Own = keyof typeof paths

const own = (id: Own, status: number, rest?: Rest) => asked(id, status, paths[id], rest)
const newPassword = `${password}!`

/** A request that succeeds for each operation that needs a session or changes something. */
const accountRequests = async (web: WebApp) => {
  const [ada, eve, kay] = [await makePerson(web), await makePerson(web), await makePerson(web)]
  const bearer = { Authorization: `Bearer ${ada.token}`, Origin: 'https://a.test' }
  const [session] = await web.accounts.listSessions({ bearer: eve.token, cookie: undefined })
  return [
    own('getFavorites', 200, { headers: bearer }),
    asked('getFavorites', 200, '/api/favorites?include=details', { headers: bearer }),
    own('replaceFavorites', 200, json({ favorites: ['a'] }, bearer)),
    ...(['getSession', 'getFavorites', 'listSessions', 'exportOwnData'] as const).map((id) =>
      own(id, 200, { headers: ada.headers }),
    ),
    own('replaceFavorites', 200, json({ favorites: ['a'] }, ada.headers)),
    own('changeFavorite', 200, json({ wallpaperId: 'b', action: 'add' }, ada.headers)),
    own('signUp', 200, json({ username: 'new_here', password })),
    own('signIn', 200, json({ username: eve.username, password })),
    own('beginPairing', 200, json({})),
    own('finishPairing', 200, json({ deviceCode: 'unknown' })),
    own('changeName', 200, json({ password, name: 'Ada L.' }, ada.headers)),
    own('endSession', 200, json({ id: session?.id }, eve.headers)),
    own('endOtherSessions', 200, json({}, ada.headers)),
    own('changePassword', 200, json({ password, newPassword }, ada.headers)),
    own('deleteAccount', 200, json({ password: newPassword }, ada.headers)),
    own('signOut', 200, { headers: { ...kay.headers, Origin: publicUrl } }),
    own('signOut', 200),
  ]
}

/** Requests for the statuses that only one operation has, or has for a reason of its own. */
const specialRequests = async ({ web, limitedWeb }: Servers): Promise<Asked[]> => {
  const [ada, busy, blocked] = [
    await makePerson(web),
    await makePerson(limitedWeb),
    await makePerson(web),
  ]
  await web.administration.block(blocked.userId)
  const renamed = await makeRenamed(web)
  const full = Array.from({ length: 1001 }, (_, at) => `id-${at}`)
  const wrong = 'wrong horse'
  const limited = (id: Own, body: object) =>
    own(id, 429, { ...json(body, busy.headers), server: 'limited' })
  return [
    ...['/api/wallpapers', '/random', '/api/wallpapers/today'].map((path, at) => {
      const id = ['getWallpapers', 'getRandomPicture', 'getToday'][at] ?? ''
      return asked(id, 404, `${path}?from=@nobody_at_all`)
    }),
    asked('getOpenApi', 200, '/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } }),
    asked('getSitemap', 404, '/sitemap.xml?page=9'),
    asked('getPublicFavorites', 400, '/api/favorites/%20'),
    asked('getFeed', 308, `/share/${renamed}/feed.json`),
    asked('getRss', 308, `/share/${renamed}/feed.rss`),
    own('replaceFavorites', 409, json({ favorites: full }, ada.headers)),
    own('replaceFavorites', 200, json({ favorites: full.slice(1) }, ada.headers)),
    own('changeFavorite', 409, json({ wallpaperId: 'c', action: 'add' }, ada.headers)),
    own('signUp', 409, json({ username: ada.username, password })),
    own('signUp', 403, { ...json({ username: 'uninvited', password }), server: 'invited' }),
    own('signIn', 401, json({ username: ada.username, password: wrong })),
    own('signIn', 403, json({ username: blocked.username, password })),
    own('endSession', 404, json({ id: 'none' }, ada.headers)),
    own('changeName', 403, json({ password: wrong, name: 'Eve' }, ada.headers)),
    own('changeName', 409, json({ password, username: 'new_here' }, ada.headers)),
    own('changePassword', 403, json({ password: wrong, newPassword }, ada.headers)),
    own('deleteAccount', 403, json({ password: wrong }, ada.headers)),
    ...(['signUp', 'signIn', 'changeName', 'changePassword', 'deleteAccount'] as const).map((id) =>
      limited(id, { username: 'somebody', password, newPassword }),
    ),
    limited('beginPairing', {}),
  ]
}

/** Creates a user with a new username and returns the old one. */
export const makeRenamed = async ({ accounts, favorites }: WebApp) => {
  const { username, token } = await makePerson({ accounts, favorites })
  const credentials = { bearer: token, cookie: undefined }
  await accounts.changeName(credentials, { password, username: `${username}_now` })
  return username
}
