import type { oas32 } from 'zod-openapi'
import { publicUrl } from '../../../test-app.ts'
import { makePerson, password, type WebApp } from '../../web/web-app.ts'
import type { listOperations } from './conformity.ts'
import type { ServerName, Servers } from './servers.ts'

export interface Asked {
  id: string
  status: number
  path: string
  server?: ServerName
  headers?: Record<string, string>
  body?: string
}

/** The operations of the OpenAPI document by their ids. */
type Operations = ReadonlyMap<string, ReturnType<typeof listOperations>[number]>
/** Makes a request of an operation at its own path. */
type Own = (id: string, status: number, rest?: Rest) => Asked
type Rest = Partial<Omit<Asked, 'id' | 'status' | 'path'>> & { query?: string }

const asked = (id: string, status: number, path: string, { query = '', ...rest }: Rest = {}) => ({
  ...{ id, status, path: path + query },
  ...rest,
})

const json = (body: unknown, headers: Record<string, string> = {}): Rest => ({
  headers: { 'Content-Type': 'application/json', Origin: publicUrl, ...headers },
  body: JSON.stringify(body),
})

/** Changes a request that succeeds so that it gets each other status that every route of its kind has. */
const variantsOf = (good: Asked, operation: oas32.OperationObject | undefined): Asked[] => {
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
      elsewhere === path && queries.includes('from')
        ? withQuery('from=@nobody_at_all')
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

/** Covers every documented status of every operation that needs no broken dependency. */
export const listRequests = async (servers: Servers, operations: Operations): Promise<Asked[]> => {
  const { username } = await makePerson(servers.web, { ids: ['lake-view'] })
  const own: Own = (id, status, rest) =>
    asked(id, status, fill(operations.get(id)?.path ?? '', username), rest)
  // Operations that need no session and change nothing.
  const reading = [...operations]
    .filter(([, { method, operation }]) => method === 'get' && !operation.responses?.['401'])
    .map(([id]) => (queriesOf[id] ?? ['']).map((query) => own(id, 200, { query })))
  const good = [
    ...reading.flatMap(([first]) => first ?? []),
    ...(await accountRequests(servers.web, own)),
  ]
  return [
    ...reading.flat(),
    ...good.flatMap((request) => [
      ...variantsOf(request, operations.get(request.id)?.operation),
      request,
    ]),
    ...pictures.map((id) => own(id, 302, { server: 'remote' })),
    ...(await specialRequests(servers, own)),
  ]
}

/** Puts values that exist into the path of an operation. */
export const fill = (path: string, username: string) => {
  const [, folder = ''] = path.split('/')
  const files: Record<string, string> = { cache: 'lake-view.webp', tab: 'service-worker.js' }
  const file = files[folder] ?? 'lake-view.png'
  const words = { id: 'lake-view', slug: 'lake-view.jpg', page: '1', version: 'old' }
  const values: Record<string, string> = { ...words, file, username }
  return path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
}

const pictures = ['getImage', 'getImageVersion', 'getMainFile', 'getPreviewFile']

const selections = [
  '?seed=s',
  '?count=2&include=details',
  '?category=nature,art&ratio=16x9&atleast=1x1&sort=latest&limit=2',
  '?ids=lake-view',
]

/** Queries that lead to different fields or headers of the answer. */
const queriesOf: Record<string, readonly string[]> = {
  getWallpapers: selections,
  getRandomWallpaper: selections,
  searchWallpapers: ['?q=lake', '?q=lake&sort=latest&ratio=16x9', '?count=1'],
  getSimilarWallpapers: ['', '?include=details'],
  getHostedWallpapers: ['?count=2', '?ratio=16x9'],
  getFeed: ['', '?category=nowhere'],
  getRss: ['', '?category=nowhere'],
  ...Object.fromEntries(pictures.map((id) => [id, ['', '?w=100&format=webp']])),
}

const newPassword = `${password}!`

/** A request that succeeds for each operation that needs a session or changes something. */
const accountRequests = async (web: WebApp, own: Own) => {
  const [ada, eve, kay] = [await makePerson(web), await makePerson(web), await makePerson(web)]
  const bearer = { Authorization: `Bearer ${ada.token}`, Origin: 'https://a.test' }
  const [session] = await web.accounts.listSessions({ bearer: eve.token, cookie: undefined })
  return [
    own('getFavorites', 200, { headers: bearer }),
    own('getFavorites', 200, { headers: bearer, query: '?include=details' }),
    own('replaceFavorites', 200, json({ favorites: ['a'] }, bearer)),
    ...['getSession', 'getFavorites', 'listSessions', 'exportOwnData'].map((id) =>
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
const specialRequests = async ({ web, limitedWeb }: Servers, own: Own): Promise<Asked[]> => {
  const [ada, busy, blocked] = [
    await makePerson(web),
    await makePerson(limitedWeb),
    await makePerson(web),
  ]
  await web.administration.block(blocked.userId)
  const full = Array.from({ length: 1001 }, (_, at) => `id-${at}`)
  const wrong = 'wrong horse'
  const limited = (id: string, body: object) =>
    own(id, 429, { ...json(body, busy.headers), server: 'limited' })
  return [
    own('getOpenApi', 200, { headers: { 'Accept-Encoding': 'gzip' } }),
    asked('getPublicFavorites', 400, '/api/favorites/%20'),
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
    ...['signUp', 'signIn', 'changeName', 'changePassword', 'deleteAccount'].map((id) =>
      limited(id, { username: 'somebody', password, newPassword }),
    ),
    limited('beginPairing', {}),
  ]
}
