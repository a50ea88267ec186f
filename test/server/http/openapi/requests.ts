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

export type Rest = Partial<Omit<Asked, 'id' | 'status' | 'path'>>

const gzip = { 'Content-Encoding': 'gzip' }
export const asked = (id: string, status: number, path: string, rest: Rest = {}): Asked => ({
  id,
  status,
  path,
  ...rest,
})

const json = (body: unknown, headers: Record<string, string> = {}): Rest => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/**
 * Lists requests that cover every documented status of every operation, except statuses that need a
 * broken dependency.
 */
export const listRequests = async (servers: Servers): Promise<Asked[]> => [
  ...publicRequests,
  ...pictureRequests,
  ...(await etagRequests(servers)),
  ...(await accountRequests(servers)),
]

const publicRequests = [
  ...['getWallpapers', 'getRandomWallpaper'].flatMap((id) => {
    const path = id === 'getWallpapers' ? '/api/wallpapers' : '/api/random-wallpaper'
    return [
      asked(id, 200, path),
      asked(id, 200, `${path}?count=2&include=details`),
      asked(id, 200, `${path}?category=nature,art&ratio=16x9&atleast=1x1&sort=latest&limit=2`),
      asked(id, 200, `${path}?sort=downloads&limit=2`),
      asked(id, 200, `${path}?seed=s`),
      asked(id, 304, `${path}?seed=s`, { headers: { 'If-None-Match': '*' } }),
      asked(id, 400, `${path}?count=abc`),
      asked(id, 404, `${path}?category=nowhere`),
      asked(id, 404, `${path}?from=@nobody_at_all`),
    ]
  }),
  asked('searchWallpapers', 200, '/api/wallpapers/search?q=lake'),
  asked('searchWallpapers', 200, '/api/wallpapers/search?q=lake&sort=latest&ratio=16x9'),
  asked('searchWallpapers', 200, '/api/wallpapers/search?count=1'),
  asked('searchWallpapers', 400, '/api/wallpapers/search'),
  asked('getIndex', 200, '/api/wallpapers/index'),
  asked('getIndexFile', 200, '/index.json'),
  asked('getTagsFile', 200, '/tags.json'),
  asked('getWallpaper', 200, '/api/wallpapers/lake-view'),
  asked('getWallpaper', 404, '/api/wallpapers/nowhere'),
  asked('getHostedWallpapers', 200, '/api/random-wallpapers?count=2'),
  asked('getHostedWallpapers', 200, '/api/random-wallpapers?ratio=16x9,portrait'),
  asked('getHostedWallpapers', 400, '/api/random-wallpapers?count=0'),
  asked('getDownloads', 200, '/api/downloads?limit=1'),
  asked('getDownloads', 400, '/api/downloads?limit=few'),
  asked('getDownloads', 404, '/api/downloads', { server: 'remote' }),
  asked('countDownload', 200, '/api/downloads', json({ name: 'lake-view' })),
  asked('countDownload', 400, '/api/downloads', json({})),
  asked('countDownload', 404, '/api/downloads', json({ name: 'nowhere' })),
  asked('countDownload', 413, '/api/downloads', json('x'.repeat(5_000))),
  asked('countDownload', 415, '/api/downloads', json({}, gzip)),
  asked('countDownload', 429, '/api/downloads', {
    ...json({ name: 'lake-view' }),
    server: 'limited',
  }),
  asked('getDownloads', 200, '/api/downloads'),
  asked('getColors', 200, '/api/colors'),
  asked('getCategories', 200, '/api/categories'),
  asked('getInstance', 200, '/api/instance'),
  asked('getApi', 200, '/api'),
  asked('getApi', 302, '/api', { headers: { Accept: 'text/html,*/*;q=0.8' } }),
  asked('getOpenApi', 200, '/openapi.json'),
  asked('getOpenApi', 200, '/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } }),
  asked('getFeed', 400, '/share/nobody_at_all/feed.json?page=1&page=2'),
  asked('getFeed', 404, '/share/nobody_at_all/feed.json'),
  asked('getRss', 400, '/share/nobody_at_all/feed.rss?limit=0'),
  asked('getRss', 404, '/share/nobody_at_all/feed.rss'),
  ...['getCatalogueFeed', 'getCatalogueRss'].flatMap((id) => {
    const path = id === 'getCatalogueRss' ? '/feed.rss' : '/feed.json'
    return [
      asked(id, 200, path),
      asked(id, 200, `${path}?category=nowhere`),
      asked(id, 400, `${path}?tone=dim`),
    ]
  }),
  asked('getOembed', 200, `/oembed?url=${publicUrl}/wallpaper/lake-view`),
  asked('getOembed', 400, '/oembed'),
  asked('getOembed', 404, '/oembed?url=https://elsewhere.test/'),
  asked('getOembed', 501, `/oembed?format=xml&url=${publicUrl}/wallpaper/lake-view`),
  asked('getRobots', 200, '/robots.txt'),
  asked('getSitemap', 200, '/sitemap.xml'),
  asked('getSitemap', 400, '/sitemap.xml?page=x'),
  asked('getSitemap', 404, '/sitemap.xml?page=9'),
  asked('getLiveness', 200, '/livez'),
  asked('getHealth', 200, '/healthz'),
  asked('getReadiness', 200, '/readyz'),
  asked('getPublicFavorites', 400, '/api/favorites/%20'),
  asked('getPublicFavorites', 404, '/api/favorites/nobody_at_all'),
  asked('getUserImage', 404, '/api/users/nobody_at_all/image'),
]

const pictureRequests = [
  { id: 'getImage', found: '/images/lake-view', missing: '/images/nowhere' },
  { id: 'getImageVersion', found: '/images/lake-view/old', missing: '/images/nowhere/old' },
  { id: 'getMainFile', found: '/main/lake-view.png', missing: '/main/nowhere.png' },
  { id: 'getPreviewFile', found: '/cache/lake-view.webp', missing: '/cache/nowhere.webp' },
].flatMap(({ id, found, missing }) => [
  asked(id, 200, found),
  asked(id, 206, found, { headers: { Range: 'bytes=0-9' } }),
  asked(id, 302, found, { server: 'remote' }),
  asked(id, 304, found, { headers: { 'If-None-Match': '*' } }),
  asked(id, 404, missing),
  asked(id, 412, found, { headers: { 'If-Match': '"no"' } }),
  asked(id, 416, found, { headers: { Range: 'bytes=9999999-' } }),
])
pictureRequests.push(
  asked('getImage', 200, '/images/lake-view?w=100&format=webp'),
  asked('getImage', 400, '/images/lake-view?w=5'),
  asked('getImageVersion', 400, '/images/lake-view/old?w=5'),
)

pictureRequests.push(
  ...[
    { id: 'getRandomPicture', path: '/random' },
    { id: 'getRandomJpeg', path: '/random.jpg' },
    { id: 'getRandomWebp', path: '/random.webp' },
    { id: 'getPictureOfToday', path: '/today', isTagged: true },
    { id: 'getJpegOfToday', path: '/today.jpg', isTagged: true },
    { id: 'getWebpOfToday', path: '/today.webp', isTagged: true },
    { id: 'getToday', path: '/api/wallpapers/today', isTagged: true },
  ].flatMap(({ id, path, isTagged = false }) => [
    asked(id, 200, path),
    asked(id, 400, `${path}?tone=grey`),
    asked(id, 404, `${path}?category=nowhere`),
    asked(id, 404, `${path}?from=@nobody_at_all`),
    ...(isTagged ? [asked(id, 304, path, { headers: { 'If-None-Match': '*' } })] : []),
    ...(isTagged && id !== 'getToday'
      ? [asked(id, 412, path, { headers: { 'If-Match': '"no"' } })]
      : []),
  ]),
)

/** Creates a user with a new username and returns the old one. */
export const makeRenamed = async ({ accounts, favorites }: WebApp) => {
  const { username, token } = await makePerson({ accounts, favorites })
  const credentials = { bearer: token, cookie: undefined }
  await accounts.changeName(credentials, { password, username: `${username}_now` })
  return username
}

const etagRequests = async ({ usual, web }: Servers) => {
  const { username } = await makePerson(web, { ids: ['lake-view'] })
  const paths = {
    getIndexFile: '/index.json',
    getTagsFile: '/tags.json',
    getFeed: `/share/${username}/feed.json`,
    getRss: `/share/${username}/feed.rss`,
    getCatalogueFeed: '/feed.json',
    getCatalogueRss: '/feed.rss',
    getOembed: `/oembed?url=${publicUrl}/wallpaper/lake-view`,
    getRobots: '/robots.txt',
    getSitemap: '/sitemap.xml',
    getIndex: '/api/wallpapers/index',
    searchWallpapers: '/api/wallpapers/search?q=lake',
    getWallpaper: '/api/wallpapers/lake-view',
    getInstance: '/api/instance',
    getPublicFavorites: `/api/favorites/${username}`,
    getUserImage: `/api/users/${username}/image`,
    getColors: '/api/colors',
    getCategories: '/api/categories',
    getOpenApi: '/openapi.json',
  }
  const repeated = await Promise.all(
    Object.entries(paths).map(async ([id, path]) => {
      const etag = (await usual.request(`${publicUrl}${path}`)).headers.get('ETag') ?? ''
      return asked(id, 304, path, { headers: { 'If-None-Match': etag } })
    }),
  )
  const renamed = await makeRenamed(web)
  return [
    asked('getFeed', 200, paths.getFeed),
    asked('getRss', 200, paths.getRss),
    asked('getFeed', 308, `/share/${renamed}/feed.json`),
    asked('getRss', 308, `/share/${renamed}/feed.rss`),
    ...repeated,
  ]
}

let lastUser = 0

const accountRequests = async ({ web, limitedWeb }: Servers) => {
  const ada = await makePerson(web)
  const busy = await makePerson(limitedWeb)
  const blocked = await makePerson(web)
  await web.administration.block(blocked.userId)
  const token = async () => {
    lastUser += 1
    const { token } = await web.accounts.signUp({
      username: `u_${lastUser}`,
      password,
      name: 'U',
    })
    return { Authorization: `Bearer ${token}` }
  }
  const [bearer, leaving] = [await token(), await token()]
  const foreign = { ...ada.headers, Origin: 'https://elsewhere.test' }
  const own = { ...ada.headers, Origin: publicUrl }
  const large = 'x'.repeat(300_000)
  const full = Array.from({ length: 1001 }, (_, at) => `id-${at}`)
  const credentials = { username: ada.username, password }
  const paths = { signUp: '/api/auth/sign-up/username', signIn: '/api/auth/sign-in/username' }
  const passwords = { password, newPassword: `${password}!` }
  return [
    asked('getSession', 200, '/api/auth/session', { headers: bearer }),
    asked('getSession', 401, '/api/auth/session'),
    asked('getFavorites', 200, '/api/favorites', {
      headers: { ...bearer, Origin: 'https://a.test' },
    }),
    asked('getFavorites', 401, '/api/favorites'),
    ...(['replaceFavorites', 'changeFavorite'] as const).flatMap((id) => {
      const good =
        id === 'replaceFavorites' ? { favorites: ['a'] } : { wallpaperId: 'b', action: 'add' }
      const send = (status: number, body: unknown, headers: Record<string, string>) =>
        asked(id, status, '/api/favorites', json(body, headers))
      return [
        send(200, good, bearer),
        send(400, {}, bearer),
        send(401, good, {}),
        send(403, good, foreign),
        send(413, large, bearer),
        send(415, good, { ...own, 'Content-Type': 'text/plain' }),
      ]
    }),
    asked('replaceFavorites', 409, '/api/favorites', json({ favorites: full }, bearer)),
    asked('replaceFavorites', 200, '/api/favorites', json({ favorites: full.slice(1) }, bearer)),
    asked(
      'changeFavorite',
      409,
      '/api/favorites',
      json({ wallpaperId: 'c', action: 'add' }, bearer),
    ),
    asked('getPublicFavorites', 200, `/api/favorites/${ada.username}`),
    asked('getUserImage', 200, `/api/users/${ada.username}/image`),
    asked('signUp', 200, paths.signUp, json({ username: 'new_here', password })),
    asked('signUp', 400, paths.signUp, json({ username: 'x', password })),
    asked('signUp', 409, paths.signUp, json({ username: 'new_here', password })),
    asked('signUp', 403, paths.signUp, {
      ...json({ username: 'uninvited', password }),
      server: 'invited',
    }),
    asked('signIn', 200, paths.signIn, json(credentials, { Origin: publicUrl })),
    asked('signIn', 400, paths.signIn, json({})),
    asked('signIn', 401, paths.signIn, json({ ...credentials, password: 'wrong horse' })),
    asked('signIn', 403, paths.signIn, json({ username: blocked.username, password })),
    ...(['signUp', 'signIn'] as const).flatMap((id) => [
      asked(id, 413, paths[id], json(large)),
      asked(id, 415, paths[id], json(credentials, { 'Content-Type': 'text/plain' })),
      asked(id, 429, paths[id], { ...json({ username: 'somebody', password }), server: 'limited' }),
    ]),
    ...pairingRequests(large),
    asked('signOut', 200, '/api/auth/sign-out'),
    asked('signOut', 403, '/api/auth/sign-out', { headers: foreign }),
    ...namesAndSessionsRequests({
      own,
      foreign,
      large,
      taken: 'new_here',
      id: await sessionOf(web),
    }),
    ...ownAccountRequests({ leaving, own, foreign, large, passwords }),
    ...(['listSessions', 'exportOwnData'] as const).flatMap((id) => [
      asked(id, 200, ownPaths[id], { headers: ada.headers }),
      asked(id, 401, ownPaths[id]),
    ]),
    ...(['changePassword', 'deleteAccount', 'changeName'] as const).map((id) =>
      asked(id, 429, ownPaths[id], {
        ...json(passwords, { ...busy.headers, Origin: publicUrl }),
        server: 'limited',
      }),
    ),
  ]
}

const pairingRequests = (large: unknown) => {
  const begin = '/api/auth/pairing'
  const finish = `${begin}/session`
  return [
    asked('beginPairing', 200, begin, json({})),
    asked('beginPairing', 429, begin, { ...json({}), server: 'limited' }),
    asked('finishPairing', 200, finish, json({ deviceCode: 'unknown' })),
    asked('finishPairing', 400, finish, json({})),
    asked('finishPairing', 413, finish, json(large)),
    asked('finishPairing', 415, finish, json({}, gzip)),
  ]
}

const ownPaths = {
  listSessions: '/api/auth/sessions',
  exportOwnData: '/api/auth/export',
  endSession: '/api/auth/end-session',
  endOtherSessions: '/api/auth/end-other-sessions',
  changeName: '/api/auth/change-name',
  changePassword: '/api/auth/change-password',
  deleteAccount: '/api/auth/delete-account',
}

const sessionOf = async (web: WebApp) => {
  const { token } = await makePerson(web)
  const credentials = { bearer: token, cookie: undefined }
  const [session] = await web.accounts.listSessions(credentials)
  return { id: session?.id ?? '', headers: { Authorization: `Bearer ${token}` } }
}

interface NamesAndSessions {
  own: Record<string, string>
  foreign: Record<string, string>
  large: string
  taken: string
  id: { id: string; headers: Record<string, string> }
}

const namesAndSessionsRequests = ({ own, foreign, large, taken, id: other }: NamesAndSessions) => {
  const send = (
    id: keyof typeof ownPaths,
    status: number,
    body: unknown,
    headers: Record<string, string>,
  ) => asked(id, status, ownPaths[id], json(body, headers))
  const bodies = {
    endSession: { id: 'none' },
    endOtherSessions: {},
    changeName: { password, name: 'Ada L.' },
  }
  return [
    ...(['endSession', 'endOtherSessions', 'changeName'] as const).flatMap((id) => [
      send(id, 401, bodies[id], {}),
      send(id, 403, bodies[id], foreign),
      send(id, 415, bodies[id], { ...own, 'Content-Type': 'text/plain' }),
    ]),
    ...(['endSession', 'changeName'] as const).flatMap((id) => [
      send(id, 400, {}, own),
      send(id, 413, large, own),
    ]),
    send('endSession', 404, { id: 'none' }, own),
    send('endOtherSessions', 200, {}, own),
    send('changeName', 200, bodies.changeName, own),
    send('changeName', 403, { ...bodies.changeName, password: 'wrong horse' }, own),
    send('changeName', 409, { password, username: taken }, own),
    send('endSession', 200, { id: other.id }, other.headers),
  ]
}

const ownAccountRequests = ({ leaving, own, foreign, large, passwords }: OwnAccount) =>
  (['changePassword', 'deleteAccount'] as const).flatMap((id) => {
    const send = (status: number, body: unknown, headers: Record<string, string>) =>
      asked(id, status, ownPaths[id], json(body, headers))
    const changed = id === 'changePassword' ? passwords : { password: passwords.newPassword }
    return [
      send(200, changed, leaving),
      send(400, {}, own),
      send(401, passwords, {}),
      send(403, passwords, foreign),
      send(403, { ...passwords, password: 'wrong horse' }, own),
      send(413, large, own),
      send(415, passwords, { ...own, 'Content-Type': 'text/plain' }),
    ]
  })

interface OwnAccount {
  leaving: Record<string, string>
  own: Record<string, string>
  foreign: Record<string, string>
  large: string
  passwords: { password: string; newPassword: string }
}
