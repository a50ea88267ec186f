import type { Context, Hono } from 'hono'
import { listNewest } from '../../../shared/catalogue/select.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { writeFilters } from '../../../shared/filter-values.ts'
import { catalogueFeedQuerySchema, feedQuerySchema } from '../../../shared/interchange-api.ts'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  splitFavorites,
  type UserFavorites,
} from '../../favorites/public-favorites.ts'
import { publicRoute } from '../add-route.ts'
import { linkToNext, nextPageUrl } from '../answers/next-page.ts'
import { sendText } from '../answers/send.ts'
import { parseQuery } from '../requests/parse-query.ts'
import type { Site } from '../site.ts'
import { newestDate, toEntry, toJsonFeed, toRss, type WallpaperFeed } from './feed.ts'

interface FeedRoutesDeps {
  snapshot: CurrentSnapshot
  publicFavorites: FindPublicFavorites<Context> | undefined
  instance: Pick<Instance, 'name'>
  site: Site
  clock?: (() => number) | undefined
}

const formats = [
  { file: 'feed.json', type: 'application/feed+json; charset=utf-8', write: toJsonFeed },
  { file: 'feed.rss', type: 'application/rss+xml; charset=utf-8', write: toRss },
] as const

export const addFeedRoutes = (app: Hono, deps: FeedRoutesDeps) => {
  const { snapshot, publicFavorites, instance, site, clock = Date.now } = deps
  const { publicUrl } = site
  const toFeed = async (c: Context, parts: FeedParts) => {
    const { path, nextPage, wallpapers, urls, ...texts } = parts
    const { search } = new URL(c.req.url)
    const address = `${publicUrl}${path}`
    const nextUrl =
      nextPage && !site.plainFiles ? nextPageUrl(c, address, 'page', nextPage) : undefined
    if (nextUrl) c.header('Link', linkToNext(nextUrl))
    const context = { urls, publicUrl, now: clock() }
    return {
      ...texts,
      publicUrl,
      url: `${address}${search}`,
      nextUrl,
      entries: await Promise.all(wallpapers.map((wallpaper) => toEntry(wallpaper, context))),
    }
  }

  for (const { file, type, write } of formats) {
    publicRoute(app, `/${file}`, async (c) => {
      const { page, limit, ...filters } = parseQuery(c, catalogueFeedQuerySchema)
      const { catalogue, urls } = await snapshot()
      const pool = catalogue.pool(filters)
      const start = (page - 1) * limit
      const written = writeFilters(filters)
      const named = Object.values(written).join(', ')
      const feed = await toFeed(c, {
        path: `/${file}`,
        title: `${instance.name} wallpapers${named && `: ${named}`}`,
        description: pool.size > 0 ? newestFirst : nothingYet,
        homeUrl: `${publicUrl}/${named && `?${new URLSearchParams(written)}`}`,
        nextPage: start + limit < pool.size ? page + 1 : undefined,
        wallpapers: listNewest(catalogue, pool, start, limit).map(catalogue.at),
        urls,
      })
      c.header('Cache-Control', 'public, max-age=60')
      return sendText(c, write(feed), type, newestDate(feed.entries))
    })

    publicRoute(app, `/share/:username/${file}`, async (c) => {
      const { page, limit } = parseQuery(c, feedQuerySchema)
      const username = c.req.param('username').trim()
      const found = await getPublicFavorites(publicFavorites, username, c)
      const moved = redirectRenamed(c, username, found, site)
      if (moved !== undefined) return moved
      const { profile, favorites } = found
      const { catalogue, urls } = await snapshot()
      const { present } = splitFavorites(favorites, catalogue)
      const start = (page - 1) * limit
      const home = `/share/${encodeURIComponent(profile.username)}`
      const feed = await toFeed(c, {
        path: `${home}/${file}`,
        title: `Wallpapers that ${profile.displayName} loves`,
        description: `The favorite wallpapers of @${profile.username}, newest first.`,
        homeUrl: `${publicUrl}${home}`,
        owner: profile,
        nextPage: start + limit < present.length ? page + 1 : undefined,
        wallpapers: present.slice(start, start + limit),
        urls,
      })
      // Caches must ask each time, so that a removed favorite or a deleted account disappears at once.
      c.header('Cache-Control', 'no-cache')
      return sendText(c, write(feed), type)
    })
  }
}

interface FeedParts extends Pick<WallpaperFeed, 'title' | 'description' | 'homeUrl' | 'owner'> {
  path: string
  /** `undefined` after the last page. */
  nextPage: number | undefined
  wallpapers: readonly Wallpaper[]
  urls: WallpaperUrls
}

const newestFirst = 'Wallpapers for desktops and phones, newest first.'
const nothingYet = 'No wallpapers match these filters yet.'

/** Redirects a link with a former username to the same link with the current one. */
export const redirectRenamed = (
  c: Context,
  username: string,
  { profile }: UserFavorites,
  site: Site,
) => {
  if (profile.username.toLowerCase() === username.toLowerCase()) return undefined
  const { pathname, search } = new URL(c.req.url)
  const file = pathname.split('/')[3]
  // The owner can take the old username back, and somebody else can have it after 30 days.
  c.header('Cache-Control', 'no-store')
  const home = `/share/${encodeURIComponent(profile.username)}`
  return c.redirect(site.link(`${home}${file ? `/${file}` : ''}${search}`), 308)
}
