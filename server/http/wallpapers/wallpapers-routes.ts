import type { Context, Hono } from 'hono'
import {
  answerRandomWallpaper,
  answerSearch,
  answerWallpaper,
  answerWallpapers,
} from '../../../shared/catalogue/answers.ts'
import type { Random } from '../../../shared/catalogue/draw.ts'
import type { NamedList } from '../../../shared/catalogue/select.ts'
import { type HostedWallpaper, hostedQuerySchema } from '../../../shared/hosted-api.ts'
import { searchQuerySchema } from '../../../shared/search-api.ts'
import { type WallpapersQuery, wallpapersQuerySchema } from '../../../shared/wallpapers-api.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { DownloadCounts } from '../../catalogue/download-counts.ts'
import { whenKnown } from '../../catalogue/snapshot-store.ts'
import { DomainError } from '../../domain-error.ts'
import { type FindPublicFavorites, getPublicFavorites } from '../../favorites/public-favorites.ts'
import type { ImageHost } from '../../hosted/image-host.ts'
import { publicRoute, quickRoute } from '../add-route.ts'
import { linkToNext, nextPageUrl } from '../answers/next-page.ts'
import {
  freshJson,
  sendFreshText,
  sendJson,
  sendJsonText,
  sendTaggedJson,
  sendText,
} from '../answers/send.ts'
import { sendPrepared } from '../answers/send-prepared.ts'
import { createQueryParser, parseQuery } from '../requests/parse-query.ts'

interface WallpapersRoutesDeps {
  snapshot: CurrentSnapshot
  imageHost: ImageHost
  random: Random
  publicFavorites: FindPublicFavorites<Context> | undefined
  publicUrl: string
  /** `undefined` on a server that does not count downloads. */
  downloads?: { counts: Pick<DownloadCounts, 'listMost'> } | undefined
}

export const addWallpapersRoutes = (app: Hono, deps: WallpapersRoutesDeps) => {
  const { snapshot, imageHost, random, publicFavorites, publicUrl, downloads } = deps
  const readMostDownloaded = async () => {
    if (downloads === undefined) throw new DomainError('INVALID_REQUEST', notCounted)
    return (await downloads.counts.listMost()).map(({ id }) => id)
  }

  const parseWallpapersQuery = createQueryParser(wallpapersQuerySchema)
  const selectWith = (answer: typeof answerWallpapers) => (c: Context) => {
    const query = parseWallpapersQuery(c)
    const { from: username, sort } = query
    const send = (current: CatalogueSnapshot, lists: Lists = {}) => {
      const { response, total } = answer(current, query, { random, ...lists })
      const next = nextOf(query, total)
      if (next === undefined) return sendJson(c, response, freshJson)
      const headers = {
        'Cache-Control': username === undefined ? 'public, max-age=60' : mayBeGone,
        ...(next.isThere && {
          Link: linkToNext(nextPageUrl(c, publicUrl + c.req.path, next.name, next.value)),
        }),
      }
      return sendTaggedJson(c, response, headers)
    }
    const sendWithLists = async () => {
      const mostDownloaded = sort === 'downloads' ? await readMostDownloaded() : undefined
      const from = username === undefined ? undefined : await readFavorites(c, username)
      return send(await snapshot(), { from, mostDownloaded })
    }
    return username === undefined && sort !== 'downloads'
      ? whenKnown(snapshot(), send)
      : sendWithLists()
  }
  const readFavorites = async (c: Context, username: string): Promise<NamedList> => {
    const { favorites: ids } = await getPublicFavorites(publicFavorites, username, c)
    return { username, ids }
  }

  quickRoute(app, '/api/wallpapers', selectWith(answerWallpapers))
  quickRoute(app, '/api/random-wallpaper', selectWith(answerRandomWallpaper))

  const toHostedText = createJsonTexts<HostedWallpaper>()
  const parseHostedQuery = createQueryParser(hostedQuerySchema)
  const failHosted = (cause: unknown): never => {
    const message = `Failed to fetch wallpapers from ${imageHost.name}`
    throw new DomainError('IMAGE_HOST_UNAVAILABLE', message, { cause })
  }
  quickRoute(app, '/api/random-wallpapers', (c) => {
    const selected = imageHost.select(parseHostedQuery(c))
    const wallpapers = selected instanceof Promise ? selected.catch(failHosted) : selected
    return whenKnown(wallpapers, (known) =>
      sendJsonText(c, `[${known.map(toHostedText).join()}]`, freshJson),
    )
  })

  publicRoute(app, '/api/wallpapers/search', async (c) => {
    const query = parseQuery(c, searchQuerySchema)
    const mostDownloaded = query.sort === 'downloads' ? await readMostDownloaded() : undefined
    const response = await answerSearch(await snapshot(), query, { random, mostDownloaded })
    const text = JSON.stringify(response)
    if (query.sort === 'random') {
      c.header('Cache-Control', 'no-store')
      return sendFreshText(c, text, 'application/json')
    }
    c.header('Cache-Control', 'public, max-age=60')
    const offset = response.offset + response.limit
    if (offset < response.total)
      c.header('Link', linkToNext(nextPageUrl(c, publicUrl + c.req.path, 'offset', offset)))
    return sendText(c, text, 'application/json')
  })

  const sendIndex = (c: Context) =>
    whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.index))
  quickRoute(app, '/api/wallpapers/index', sendIndex)
  // Clients that read the files of a catalogue look for its index here, beside main/ and cache/.
  quickRoute(app, '/index.json', sendIndex)

  publicRoute(app, '/api/wallpapers/:id', async (c) => {
    const wallpaper = answerWallpaper(await snapshot(), c.req.param('id'))
    c.header('Cache-Control', 'public, max-age=60')
    return sendText(c, JSON.stringify(wallpaper), 'application/json')
  })
}

interface Lists {
  from?: NamedList | undefined
  mostDownloaded?: readonly string[] | undefined
}

// Caches must ask each time, so that a deleted account disappears at once.
const mayBeGone = 'no-cache'

// Returns where the next page of a list is, or `undefined` if the order differs for each request.
const nextOf = (query: WallpapersQuery, total: number) => {
  const { seed, sort, limit, offset } = query
  const [count, page] = [limit ?? query.count, Number(query.page ?? 1)]
  const isSorted = sort === 'latest' || sort === 'downloads'
  if (!isSorted && seed === undefined) return undefined
  if (isSorted || offset !== undefined) {
    const value = (offset ?? 0) + count
    return { name: 'offset', value, isThere: value < total } as const
  }
  return { name: 'page', value: page + 1, isThere: page * count < total } as const
}

// Image hosts return the same objects again and again. Making their JSON took an eighth of a request.
const createJsonTexts = <T extends object>() => {
  const texts = new WeakMap<T, string>()
  return (value: T): string => {
    const text = texts.get(value) ?? JSON.stringify(value)
    texts.set(value, text)
    return text
  }
}

const notCounted = "Invalid sort 'downloads': this server does not count downloads"
