import type { Context, Hono } from 'hono'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { decodePart } from '../../../shared/ids.ts'
import {
  type OembedQuery,
  type OembedResponse,
  oembedQuerySchema,
  oembedResponseSchema,
} from '../../../shared/interchange-api.ts'
import { quoted } from '../../../shared/text.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { DomainError } from '../../domain-error.ts'
import type { FindPublicFavorites } from '../../favorites/public-favorites.ts'
import { sendText } from '../answers/send.ts'
import { json, refusal, tagged } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'

interface OembedRoutesDeps {
  snapshot: CurrentSnapshot
  publicFavorites: FindPublicFavorites<Context> | undefined
  publicUrl: string
}

// Caches must ask each time for a person, so that a new name or a deleted account shows at once.
const cacheSeconds = { wallpaper: 3_600, share: 0 } as const

export const addOembedRoutes = (app: Hono, deps: OembedRoutesDeps) => {
  const open = routesOf(app, 'Interchange', 'open')
  const { publicUrl } = deps
  const { url } = oembedQuerySchema.shape
  open.get('/oembed', {
    query: oembedQuerySchema.extend({
      url: url.meta({ example: `${publicUrl}/wallpaper/alpine-dawn` }),
    }),
    id: 'getOembed',
    summary: 'An embeddable preview of a page (oEmbed)',
    text: 'Editors and chats ask for it when somebody pastes the address of a wallpaper page or a share page.',
    answers: {
      200: json(
        'An oEmbed 1.0 response of type `photo` or `link`.',
        oembedResponseSchema,
        exampleOembed(publicUrl),
        tagged,
      ),
      400: refusal(
        '`url` is missing, or a size is invalid.',
        'Missing url: expected the address of a wallpaper page or a share page',
      ),
      404: refusal(
        'The address is not a wallpaper page or share page of this server.',
        "Nothing can be embedded from 'x': expected the address of a wallpaper page or a share page",
      ),
      501: refusal(
        'The requested format is not JSON.',
        "The format 'xml' is not supported: expected json",
      ),
    },
    handler: async (c, readQuery) => {
      const query = readQuery(c)
      if (query.format !== 'json') return refuseFormat(c, query.format)
      const found = await embed(c, query, deps)
      if (found === undefined)
        throw new DomainError(
          'NOT_FOUND',
          `Nothing can be embedded from ${quoted(query.url)}: expected the address of a wallpaper page or a share page`,
        )
      c.header('Cache-Control', `public, max-age=${found.cache_age}`)
      return sendText(c, JSON.stringify(found), 'application/json')
    },
  })
}

const exampleOembed = (server: string) => ({
  type: 'photo' as const,
  version: '1.0' as const,
  title: 'Alpine Dawn',
  url: `${server}/images/alpine-dawn?w=1600&h=900&format=jpeg`,
  width: 1600,
  height: 900,
  provider_name: 'Fresco',
  provider_url: `${server}/`,
  cache_age: 3600,
})

// Answers 501 for any response format but JSON, as oEmbed §2.3.5 demands.
const refuseFormat = (c: Context, format: string) => {
  c.header('Cache-Control', 'no-store')
  return c.json({ error: `The format ${quoted(format)} is not supported: expected json` }, 501)
}

const embed = async (c: Context, query: OembedQuery, deps: OembedRoutesDeps) => {
  const [, kind, name = ''] = readPath(query.url, deps.publicUrl) ?? []
  if (kind === 'wallpaper') return embedWallpaper(name, query, deps)
  return kind === 'share' ? embedShare(c, name, query, deps) : undefined
}

const readPath = (url: string, publicUrl: string) => {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  const own = new URL(publicUrl)
  if (host !== own.host || !pathname.startsWith(own.pathname)) return undefined
  const path = pathname.slice(own.pathname.replace(/\/$/, '').length)
  return /^\/(wallpaper|share)\/(.+?)\/?$/.exec(decodePart(path))
}

const embedWallpaper = async (
  id: string,
  query: OembedQuery,
  deps: OembedRoutesDeps,
): Promise<OembedResponse | undefined> => {
  const { catalogue, urls } = await deps.snapshot()
  const wallpaper = catalogue.find(id)
  if (wallpaper === undefined) return undefined
  const common = {
    version: '1.0' as const,
    title: wallpaper.title,
    ...(wallpaper.credit && { author_name: wallpaper.credit }),
    ...provider(deps.publicUrl),
    cache_age: cacheSeconds.wallpaper,
  }
  const photo = toPhoto(wallpaper, query, urls)
  return photo ? { type: 'photo', ...photo, ...common } : { type: 'link', ...common }
}

const provider = (publicUrl: string) => ({
  provider_name: 'Fresco',
  provider_url: `${publicUrl}/`,
})

const widest = 1_600

const toPhoto = (
  wallpaper: Wallpaper,
  { maxwidth, maxheight }: OembedQuery,
  urls: WallpaperUrls,
) => {
  const { width, height } = wallpaper
  if (width === undefined || height === undefined) return undefined
  const room = {
    width: maxwidth ?? (urls.haveSizes(wallpaper) ? widest : width),
    height: maxheight ?? height,
  }
  const scale = Math.min(1, room.width / width, room.height / height)
  if (!urls.haveSizes(wallpaper))
    return scale < 1 ? undefined : { url: urls.full(wallpaper), width, height }
  const shown = { width: Math.floor(width * scale), height: Math.floor(height * scale) }
  if (Math.min(shown.width, shown.height) < 16) return undefined
  const size = `w=${shown.width}&h=${shown.height}`
  return { url: `${urls.image(wallpaper)}?${size}&format=jpeg`, ...shown }
}

const card = { width: 1200, height: 630 }

const embedShare = async (
  c: Context,
  username: string,
  { maxwidth = card.width, maxheight = card.height }: OembedQuery,
  { publicFavorites, publicUrl }: OembedRoutesDeps,
): Promise<OembedResponse | undefined> => {
  const found = await publicFavorites?.(username, c)
  if (found === undefined) return undefined
  const { displayName, username: name } = found.profile
  const url = `${publicUrl}/share/${encodeURIComponent(name)}`
  return {
    type: 'link',
    version: '1.0',
    title: `Wallpapers that ${displayName} loves`,
    author_name: displayName,
    author_url: url,
    ...provider(publicUrl),
    cache_age: cacheSeconds.share,
    ...(card.width <= maxwidth && card.height <= maxheight && thumbnailOf(url)),
  }
}

const thumbnailOf = (url: string) => ({
  thumbnail_url: `${url}/preview.jpg`,
  thumbnail_width: card.width,
  thumbnail_height: card.height,
})
