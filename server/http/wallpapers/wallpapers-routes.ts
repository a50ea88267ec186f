import type { Context, Hono } from 'hono'
import { z } from 'zod'
import {
  answerRandomWallpaper,
  answerSearch,
  answerSimilar,
  answerWallpapers,
  findWallpaper,
} from '../../../shared/catalogue/answers.ts'
import type { Random } from '../../../shared/catalogue/draw.ts'
import type { NamedList } from '../../../shared/catalogue/select.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import {
  type HostedWallpaper,
  hostedQuerySchema,
  hostedResponseSchema,
} from '../../../shared/hosted-api.ts'
import {
  indexRowSchema,
  searchQuerySchema,
  searchResponseSchema,
} from '../../../shared/search-api.ts'
import { wallpaperSchema } from '../../../shared/wallpaper.ts'
import {
  similarQuerySchema,
  similarResponseSchema,
  type WallpapersQuery,
  wallpapersQuerySchema,
  wallpapersResponseSchema,
} from '../../../shared/wallpapers-api.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { whenKnown } from '../../catalogue/snapshot-store.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { DomainError } from '../../domain-error.ts'
import { type FindPublicFavorites, getNamedList } from '../../favorites/public-favorites.ts'
import {
  freshJson,
  linkToNext,
  nextPageUrl,
  sendJson,
  sendTagged,
  sendTaggedJson,
  toTagged,
} from '../answers/send.ts'
import { sendPrepared } from '../answers/send-prepared.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { busy, json, listed, paged, refusal, tagged } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'
import { createCatalogueImageHost, type ImageHost } from './image-host.ts'

interface WallpapersRoutesDeps {
  snapshot: CurrentSnapshot
  /** Where `/api/random-wallpapers` has its images. Default: the catalogue. */
  imageHost?: ImageHost | undefined
  random: Random
  publicFavorites: FindPublicFavorites<Context> | undefined
  publicUrl: string
}

export const addWallpapersRoutes = (app: Hono, deps: WallpapersRoutesDeps) => {
  const quick = routesOf(app, 'Wallpapers', 'quick')
  const { snapshot, random, publicFavorites, publicUrl } = deps
  const { imageHost = createCatalogueImageHost({ current: snapshot, random }) } = deps

  const sendSelected = (c: Context, query: WallpapersQuery, answer: typeof answerWallpapers) => {
    const { from: username } = query
    const send = (current: CatalogueSnapshot, from?: NamedList) => {
      const { response, total } = answer(current, query, { random, from })
      const next = nextOf(query, total)
      if (next === undefined) return sendJson(c, JSON.stringify(response), freshJson)
      const link = next.isThere && nextPageUrl(c, publicUrl + c.req.path, next)
      return sendTaggedJson(c, response, {
        // Caches must ask each time for a user's list, so that a deleted account disappears at once.
        'Cache-Control': username === undefined ? 'public, max-age=60' : 'no-cache',
        ...(link && { Link: linkToNext(link) }),
      })
    }
    if (username === undefined) return whenKnown(snapshot(), send)
    return getNamedList(publicFavorites, username, c).then(async (from) =>
      send(await snapshot(), from),
    )
  }

  const example = exampleWallpaper(publicUrl)
  const selecting = {
    query: wallpapersQuerySchema,
    answers: {
      200: json(
        'Different wallpapers, in random order or as `sort` or `ids` say.',
        wallpapersResponseSchema,
        { wallpapers: [example.url], count: 1, category: 'nature', type: 'desktop', color: 'all' },
        paged,
      ),
      404: refusal(
        'No wallpaper matches, or the user in `from` does not exist. The text names the filter.',
        "Category 'nowhere' not found",
      ),
    },
  } as const
  quick.get('/api/wallpapers', {
    ...selecting,
    id: 'getWallpapers',
    summary: 'Random wallpapers',
    text: 'If no wallpaper has the requested `type`, that filter is ignored and the response says `type: all`. No other filter is ignored. A wallpaper must match all filters, and one of the values of each filter.',
    handler: (c, readQuery) => sendSelected(c, readQuery(c), answerWallpapers),
  })
  quick.get('/api/random-wallpaper', {
    ...selecting,
    id: 'getRandomWallpaper',
    summary: 'Random wallpapers, with categories from file names',
    text: 'Like `/api/wallpapers`, but `category` also matches words of the file name, and `type` is never ignored.',
    handler: (c, readQuery) => sendSelected(c, readQuery(c), answerRandomWallpaper),
  })

  const describe = createDescriptions()
  const toHostedText = createJsonTexts<HostedWallpaper>()
  const failHosted = (cause: unknown): never => {
    const message = `Failed to fetch wallpapers from ${imageHost.name}`
    throw new DomainError('IMAGE_HOST_UNAVAILABLE', message, { cause })
  }
  quick.get('/api/random-wallpapers', {
    query: hostedQuerySchema,
    id: 'getHostedWallpapers',
    summary: 'Random wallpapers with size, colors and preview',
    text: 'Selects random wallpapers that suit a device and have at least the given resolution. They come from Cloudinary if this server uses Cloudinary, otherwise from the catalogue.',
    answers: {
      200: json(
        'Up to `count` wallpapers. The list is empty if none match.',
        hostedResponseSchema,
        [
          {
            public_id: example.id,
            name: example.id,
            width: example.width,
            height: example.height,
            format: example.format,
            created_at: example.created_at,
            tags: ['desktop'],
            colors: example.palette,
            preview_url: example.preview_url,
            download_url: example.url,
          },
        ],
        listed,
      ),
      500: refusal(
        'The image host cannot be reached. The text names it.',
        'Failed to fetch wallpapers from Cloudinary',
      ),
    },
    handler: (c, readQuery) => {
      const selected = imageHost.select(readQuery(c))
      const wallpapers = selected instanceof Promise ? selected.catch(failHosted) : selected
      return whenKnown(wallpapers, (known) =>
        sendJson(c, `[${known.map(toHostedText).join()}]`, freshJson),
      )
    },
  })

  quick.get('/api/wallpapers/search', {
    query: searchQuerySchema,
    id: 'searchWallpapers',
    summary: 'Search wallpapers',
    text: 'Finds wallpapers that match the words of `q`. Small typing errors are forgiven, and the last word may be incomplete. The best match comes first.',
    answers: {
      200: json(
        'One page of results, which may be empty.',
        searchResponseSchema,
        {
          results: [
            {
              public_id: example.id,
              name: example.id,
              url: example.url,
              category: 'nature',
              tags: example.tags,
              relevance: 0.92,
            },
          ],
          total: 1,
          limit: 20,
          offset: 0,
        },
        paged,
      ),
      503: busy('The search index is not ready yet: try again in a moment'),
    },
    handler: async (c, readQuery) => {
      const query = readQuery(c)
      const response = await answerSearch(await snapshot(), query, { random })
      if (query.sort === 'random')
        return sendJson(c, JSON.stringify(response), { ...freshJson, Vary: 'Accept-Encoding' })
      const offset = response.offset + response.limit
      const url = nextPageUrl(c, publicUrl + c.req.path, { name: 'offset', value: offset })
      const link = offset < response.total && { Link: linkToNext(url) }
      return sendTaggedJson(c, response, { ...forAMinute, ...link })
    },
  })

  const sendIndex = (c: Context) =>
    whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.index))
  const index = {
    text: 'The rows of the catalogue’s `index.json`, unchanged. Their fields differ from catalogue to catalogue.',
    answers: {
      200: json(
        'All rows.',
        z.array(indexRowSchema),
        [{ file_name: 'alpine-dawn', category: '#nature', width: 3840 }],
        tagged,
      ),
    },
  } as const
  quick.get('/api/wallpapers/index', {
    ...index,
    id: 'getIndex',
    summary: 'The whole index',
    handler: sendIndex,
  })
  // Clients that read the files of a catalogue look for its index here, beside main/ and cache/.
  routesOf(app, 'Interchange', 'quick').get('/index.json', {
    ...index,
    id: 'getIndexFile',
    summary: 'The whole index, next to `main/` and `cache/`',
    handler: sendIndex,
  })

  quick.get('/api/wallpapers/:id', {
    id: 'getWallpaper',
    summary: 'One wallpaper',
    text: 'Returns the details of the wallpaper with this id. The name of its file finds it too, unless several files have that name.',
    answers: {
      200: json(
        'Everything the catalogue knows about the wallpaper.',
        wallpaperSchema,
        example,
        tagged,
      ),
      404: unknownWallpaper,
    },
    handler: (c) =>
      whenKnown(snapshot(), ({ catalogue, urls }) => {
        const wallpaper = findWallpaper(catalogue, c.req.param('id'))
        return sendTagged(c, describe(wallpaper, urls), forAMinute)
      }),
  })

  quick.get('/api/wallpapers/:id/similar', {
    query: similarQuerySchema,
    id: 'getSimilarWallpapers',
    summary: 'Wallpapers that look like another one',
    text: 'Returns the wallpapers that have the most tags, colors, category and shape in common with this one, the most similar first. Near-duplicates come last. In a large catalogue, a few hundred wallpapers are compared.',
    answers: {
      200: json(
        'Different wallpapers, without the one itself.',
        similarResponseSchema,
        { wallpapers: [example.url], count: 1 },
        tagged,
      ),
      404: unknownWallpaper,
    },
    handler: (c, readQuery) =>
      whenKnown(snapshot(), (current) =>
        sendTaggedJson(c, answerSimilar(current, c.req.param('id'), readQuery(c)), forAMinute),
      ),
  })
}

// The version of the picture in its address may become known later than the rest.
const createDescriptions = () => {
  const known = new WeakMap<Wallpaper, ReturnType<typeof toTagged> & { image: string }>()
  return (wallpaper: Wallpaper, urls: WallpaperUrls) => {
    const before = known.get(wallpaper)
    const image = urls.image(wallpaper)
    if (before?.image === image) return before
    const tagged = { ...toTagged(toDetail(wallpaper, urls)), image }
    known.set(wallpaper, tagged)
    return tagged
  }
}

const forAMinute = { 'Cache-Control': 'public, max-age=60' }

const unknownWallpaper = refusal('The wallpaper does not exist.', "Wallpaper 'nowhere' not found")

// Returns where the next page of a list is, or `undefined` if the order differs for each request.
const nextOf = (query: WallpapersQuery, total: number) => {
  const { ids, seed, sort, limit, offset } = query
  if (ids !== undefined) return { name: 'offset', value: total, isThere: false } as const
  const [count, page] = [limit ?? query.count, Number(query.page ?? 1)]
  const isSorted = sort === 'latest'
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
