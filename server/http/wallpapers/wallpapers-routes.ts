import type { Context, Hono } from 'hono'
import { type Random, sampleDistinct } from '../../../shared/catalogue/draw.ts'
import {
  listMostDownloaded,
  type NamedList,
  type SelectRequest,
  selectWallpapers,
  selectWallpapersByName,
  toWallpapersResponse,
} from '../../../shared/catalogue/select.ts'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { type HostedWallpaper, hostedQuerySchema } from '../../../shared/hosted-api.ts'
import {
  indexRowSchema,
  type SearchQuery,
  type SearchResponse,
  searchQuerySchema,
} from '../../../shared/search-api.ts'
import { quoted } from '../../../shared/text.ts'
import { pageSchema, wallpapersQuerySchema } from '../../../shared/wallpapers-api.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { DownloadCounts } from '../../catalogue/download-counts.ts'
import type { SearchHits, SearchRequest } from '../../catalogue/search-index.ts'
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
import { createQueryParser, parseQuery, parseWith } from '../requests/parse-query.ts'

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
  const selectWith = (select: typeof selectWallpapersByName) => (c: Context) => {
    const query = parseWallpapersQuery(c)
    const { include, page, from: username, limit, count, ...others } = query
    const request = {
      ...others,
      count: limit ?? count,
      ...(query.seed !== undefined && { page: parseWith(pageSchema, page) }),
    }
    const answer = (
      { catalogue, urls }: CatalogueSnapshot,
      lists: Pick<SelectRequest, 'from' | 'mostDownloaded'> = {},
    ) => {
      const selection = select(catalogue, { ...request, ...lists }, random)
      const response = toWallpapersResponse(selection, query, {
        urlAt: (row) => urls.fullAt(catalogue.mainPathAt(row)),
        detailAt: (row) => toDetail(catalogue.at(row), urls),
      })
      const next = nextOf(request, selection.total)
      if (next === undefined) return sendJson(c, response, freshJson)
      const headers = {
        'Cache-Control': username === undefined ? 'public, max-age=60' : mayBeGone,
        ...(next.isThere && {
          Link: linkToNext(nextPageUrl(c, publicUrl + c.req.path, next.name, next.value)),
        }),
      }
      return sendTaggedJson(c, response, headers)
    }
    const answerWithLists = async () => {
      const mostDownloaded = others.sort === 'downloads' ? await readMostDownloaded() : undefined
      const from = username === undefined ? undefined : await readFavorites(c, username)
      return answer(await snapshot(), { from, mostDownloaded })
    }
    return username === undefined && others.sort !== 'downloads'
      ? whenKnown(snapshot(), answer)
      : answerWithLists()
  }
  const readFavorites = async (c: Context, username: string): Promise<NamedList> => {
    const { favorites: ids } = await getPublicFavorites(publicFavorites, username, c)
    return { username, ids }
  }

  quickRoute(app, '/api/wallpapers', selectWith(selectWallpapers))
  quickRoute(app, '/api/random-wallpaper', selectWith(selectWallpapersByName))

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
    const query = readSearch(c)
    const mostDownloaded = query.sort === 'downloads' ? await readMostDownloaded() : undefined
    const request = { ...query, mostDownloaded }
    const current = await snapshot()
    const found =
      query.q === ''
        ? listAll(current.catalogue, request, random)
        : await current.search.search(request)
    const text = JSON.stringify(toSearchResponse(query, found, current))
    if (query.sort === 'random') {
      c.header('Cache-Control', 'no-store')
      return sendFreshText(c, text, 'application/json')
    }
    c.header('Cache-Control', 'public, max-age=60')
    const offset = query.offset + query.limit
    if (offset < found.total)
      c.header('Link', linkToNext(nextPageUrl(c, publicUrl + c.req.path, 'offset', offset)))
    return sendText(c, text, 'application/json')
  })

  const sendIndex = (c: Context) =>
    whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.index))
  quickRoute(app, '/api/wallpapers/index', sendIndex)
  // Clients that read the files of a catalogue look for its index here, beside main/ and cache/.
  quickRoute(app, '/index.json', sendIndex)

  publicRoute(app, '/api/wallpapers/:id', async (c) => {
    const id = c.req.param('id')
    const { catalogue, urls } = await snapshot()
    const wallpaper = catalogue.find(id)
    if (!wallpaper) throw new DomainError('NOT_FOUND', `Wallpaper ${quoted(id)} not found`)
    c.header('Cache-Control', 'public, max-age=60')
    return sendText(c, JSON.stringify(toDetail(wallpaper, urls)), 'application/json')
  })
}

// Caches must ask each time, so that a deleted account disappears at once.
const mayBeGone = 'no-cache'

// Returns where the next page of a list is, or `undefined` if the order differs for each request.
const nextOf = ({ seed, sort, count, page = 1, offset }: SelectRequest, total: number) => {
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

const readSearch = (c: Context): SearchQuery => {
  const query = parseQuery(c, searchQuerySchema)
  return { ...query, limit: query.count ?? query.limit }
}

const listAll = (
  catalogue: Catalogue,
  { sort, limit, offset, mostDownloaded, ...filters }: SearchRequest,
  random: Random,
): SearchHits => {
  const pool = catalogue.pool(filters)
  const length = Math.max(0, Math.min(limit, pool.size - offset))
  const listRows = () => {
    if (sort === 'random') return sampleDistinct(pool.size, length, random).map(pool.rowAt)
    // After the most downloaded wallpapers come the newest ones.
    const first = sort === 'latest' ? [] : mostDownloaded
    return first === undefined
      ? Array.from({ length }, (_, at) => pool.rowAt(offset + at))
      : listMostDownloaded(catalogue, pool, first, offset, length)
  }
  const rows = listRows()
  return { total: pool.size, hits: rows.map((row) => ({ id: catalogue.idAt(row), relevance: 1 })) }
}

const notCounted = "Invalid sort 'downloads': this server does not count downloads"

const toSearchResponse = (
  { limit, offset, count, include }: SearchQuery,
  { hits, total }: SearchHits,
  { catalogue, urls }: CatalogueSnapshot,
): SearchResponse => ({
  results: hits.flatMap(({ id, relevance }) => {
    const wallpaper = catalogue.find(id)
    if (!wallpaper) return []
    const { category, tags } = wallpaper
    return [
      {
        public_id: id,
        name: id.slice(id.lastIndexOf('/') + 1),
        url: urls.full(wallpaper),
        category,
        tags: [...tags],
        relevance: Number(relevance.toPrecision(4)),
      },
    ]
  }),
  total,
  limit,
  offset,
  ...(count !== undefined && {
    wallpapers: hits.flatMap(({ id }) => {
      const { data } = indexRowSchema.safeParse(catalogue.recordOf(id))
      return data === undefined ? [] : [data]
    }),
  }),
  ...(include === 'details' && {
    items: hits.flatMap(({ id }) => {
      const wallpaper = catalogue.find(id)
      return wallpaper ? [toDetail(wallpaper, urls)] : []
    }),
  }),
})
