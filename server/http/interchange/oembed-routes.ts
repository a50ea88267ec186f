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
import { cardSize, type WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { DomainError } from '../../domain-error.ts'
import type { FindPublicFavorites } from '../../favorites/public-favorites.ts'
import type { Profile } from '../../identity/identity-provider.ts'
import { sendText } from '../answers/send.ts'
import { json, refusal, tagged } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'

interface OembedRoutesDeps {
  snapshot: CurrentSnapshot
  publicFavorites: FindPublicFavorites<Context> | undefined
  publicUrl: string
}

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
      // oEmbed §2.3.5 demands this status.
      if (query.format !== 'json') {
        c.header('Cache-Control', 'no-store')
        const error = `The format ${quoted(query.format)} is not supported: expected json`
        return c.json({ error }, 501)
      }
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

const exampleOembed = (server: string): OembedResponse => ({
  ...providedBy(server),
  type: 'photo',
  title: 'Alpine Dawn',
  url: `${server}/images/alpine-dawn?w=1600&h=900&format=jpeg`,
  width: 1600,
  height: 900,
  cache_age: 3600,
})

const providedBy = (server: string) => ({
  version: '1.0' as const,
  provider_name: 'Fresco',
  provider_url: `${server}/`,
})

const embed = async (
  c: Context,
  query: OembedQuery,
  { snapshot, publicFavorites, publicUrl }: OembedRoutesDeps,
): Promise<OembedResponse | undefined> => {
  const provider = providedBy(publicUrl)
  const [, kind, name = ''] = readPath(query.url, publicUrl) ?? []
  if (kind === 'wallpaper') {
    const { catalogue, urls } = await snapshot()
    const wallpaper = catalogue.find(name)
    return wallpaper && { ...provider, ...embedWallpaper(wallpaper, query, urls) }
  }
  const found = kind === 'share' ? await publicFavorites?.(name, c) : undefined
  return found && { ...provider, ...embedShare(found.profile, query, publicUrl) }
}

const readPath = (url: string, publicUrl: string) => {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  const own = new URL(publicUrl)
  if (host !== own.host || !pathname.startsWith(own.pathname)) return undefined
  const path = pathname.slice(own.pathname.replace(/\/$/, '').length)
  return /^\/(wallpaper|share)\/(.+?)\/?$/.exec(decodePart(path))
}

const embedWallpaper = (wallpaper: Wallpaper, query: OembedQuery, urls: WallpaperUrls) => {
  const { title, credit, creditUrl } = wallpaper
  const photo = toPhoto(wallpaper, query, urls)
  return {
    ...(photo ? { type: 'photo' as const, ...photo } : { type: 'link' as const }),
    title,
    author_name: credit,
    author_url: creditUrl,
    cache_age: 3_600,
  }
}

const widest = 1_600

const toPhoto = (
  wallpaper: Wallpaper,
  { maxwidth, maxheight }: OembedQuery,
  urls: WallpaperUrls,
) => {
  const { width, height } = wallpaper
  if (width === undefined || height === undefined) return undefined
  const hasSizes = urls.haveSizes(wallpaper)
  const mostWide = maxwidth ?? (hasSizes ? widest : width)
  const scale = Math.min(1, mostWide / width, (maxheight ?? height) / height)
  if (!hasSizes) return scale < 1 ? undefined : { url: urls.full(wallpaper), width, height }
  const shown = { width: Math.floor(width * scale), height: Math.floor(height * scale) }
  if (Math.min(shown.width, shown.height) < 16) return undefined
  const size = `w=${shown.width}&h=${shown.height}`
  return { url: `${urls.image(wallpaper)}?${size}&format=jpeg`, ...shown }
}

const embedShare = (
  { displayName, username }: Profile,
  { maxwidth = cardSize.width, maxheight = cardSize.height }: OembedQuery,
  publicUrl: string,
) => {
  const url = `${publicUrl}/share/${encodeURIComponent(username)}`
  return {
    type: 'link' as const,
    title: `Wallpapers that ${displayName} loves`,
    author_name: displayName,
    author_url: url,
    // Caches must ask each time, so that a new name or a deleted account shows at once.
    cache_age: 0,
    ...(cardSize.width <= maxwidth &&
      cardSize.height <= maxheight && {
        thumbnail_url: `${url}/preview.jpg`,
        thumbnail_width: cardSize.width,
        thumbnail_height: cardSize.height,
      }),
  }
}
