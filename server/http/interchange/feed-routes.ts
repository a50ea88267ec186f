import type { Context, Hono } from 'hono'
import { listNewest } from '../../../shared/catalogue/select.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { isUnwanted, writeFilters } from '../../../shared/filters.ts'
import {
  catalogueFeedQuerySchema,
  type Feed,
  feedQuerySchema,
  feedSchema,
} from '../../../shared/interchange-api.ts'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  splitFavorites,
  toRenamed,
  type UserFavorites,
} from '../../favorites/public-favorites.ts'
import { sendText } from '../answers/send.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { type Answer, bytes, empty, json, refusal, tagged } from '../openapi/responses.ts'
import { keyInAddress } from '../requests/session.ts'
import { routesOf } from '../route.ts'
import type { Site } from '../site.ts'
import { newestDate, toEntry, toJsonFeed, toRss, type WallpaperFeed } from './feed.ts'

interface FeedRoutesDeps {
  snapshot: CurrentSnapshot
  publicFavorites: FindPublicFavorites<Context> | undefined
  instance: Pick<Instance, 'name'>
  site: Site
  clock?: (() => number) | undefined
}

export const addFeedRoutes = (app: Hono, deps: FeedRoutesDeps) => {
  const open = routesOf(app, 'Interchange', 'open')
  const { snapshot, publicFavorites, instance, site, clock = Date.now } = deps
  const { publicUrl } = site
  const toFeed = async (c: Context, { path, wallpapers, ...texts }: FeedParts) => {
    const { urls } = await snapshot()
    const key = site.isPrivate ? keyInAddress(c) : undefined
    const context = { urls, publicUrl, now: clock(), withKey: keyAdder(key, publicUrl) }
    const entries = wallpapers.map((wallpaper) => toEntry(wallpaper, context))
    const url = publicUrl + path + new URL(c.req.url).search
    return { ...texts, publicUrl, url, entries: await Promise.all(entries) }
  }

  for (const { file, type, spec, readers, ids, describe, write } of formats)
    open.get(`/${file}`, {
      query: catalogueFeedQuerySchema,
      id: ids.catalogue,
      summary: `The newest wallpapers, for ${readers}`,
      text: `${spec} The home page announces it. ${filterText}`,
      answers: {
        200: describe('with the newest wallpaper first.', dated, exampleFeed(publicUrl)),
        304: empty('The response has not changed since the one with this ETag.', dated),
      },
      handler: async (c, readQuery) => {
        const { limit, ...filters } = readQuery(c)
        const { catalogue } = await snapshot()
        const pool = catalogue.pool(filters)
        const written = writeFilters(filters)
        const named = Object.values(written)
          .flatMap((values) => values.split(','))
          .map((value) => (isUnwanted(value) ? `no ${value.slice(1)}` : value))
          .join(', ')
        const rows = listNewest(catalogue, pool, { offset: 0, count: limit })
        const feed = await toFeed(c, {
          path: `/${file}`,
          title: `${instance.name} wallpapers${named && `: ${named}`}`,
          description: pool.size > 0 ? newestFirst : 'No wallpapers match these filters yet.',
          homeUrl: `${publicUrl}/${named && `?${new URLSearchParams(written)}`}`,
          wallpapers: rows.map(catalogue.at),
        })
        c.header('Cache-Control', 'public, max-age=60')
        return sendText(c, write(feed), `${type}; charset=utf-8`, newestDate(feed.entries))
      },
    })

  for (const { file, type, spec, readers, ids, describe, write } of formats)
    open.get(`/share/:username/${file}`, {
      query: feedQuerySchema,
      id: ids.favorites,
      summary: `The favorites of a user, for ${readers}`,
      text: `${spec} The page \`/share/{username}\` announces it.`,
      answers: {
        200: describe('with the newest favorite first.', tagged, exampleFavorites(publicUrl)),
        308: empty('The user has another username now. Leads to the feed with it.', ['Location']),
        404: refusal('The user does not exist.', 'User not found'),
      },
      handler: async (c, readQuery) => {
        const { limit } = readQuery(c)
        const username = c.req.param('username').trim()
        const found = await getPublicFavorites(publicFavorites, username, c)
        const moved = redirectRenamed(c, site, { username, profile: found.profile })
        if (moved !== undefined) return moved
        const { profile, favorites } = found
        const { present } = splitFavorites(favorites, (await snapshot()).catalogue)
        const home = `/share/${encodeURIComponent(profile.username)}`
        const feed = await toFeed(c, {
          path: `${home}/${file}`,
          title: `Wallpapers that ${profile.displayName} loves`,
          description: `The favorite wallpapers of @${profile.username}, newest first.`,
          homeUrl: publicUrl + home,
          owner: profile,
          wallpapers: present.slice(0, limit),
        })
        // Caches must ask each time, so that a removed favorite or a deleted account disappears at once.
        c.header('Cache-Control', 'no-cache')
        return sendText(c, write(feed), `${type}; charset=utf-8`)
      },
    })
}

const keyAdder =
  (key: string | undefined, publicUrl: string) =>
  (url: string): string =>
    key !== undefined && url.startsWith(`${publicUrl}/`)
      ? `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ key })}`
      : url

interface FeedParts extends Pick<WallpaperFeed, 'title' | 'description' | 'homeUrl' | 'owner'> {
  path: string
  wallpapers: readonly Wallpaper[]
}

interface Format {
  file: string
  type: string
  spec: string
  readers: string
  /** The names of the two operations. */
  ids: { catalogue: string; favorites: string }
  describe: (what: string, headers: Answer['headers'], example: Feed) => Answer
  write: (feed: WallpaperFeed) => string
}

const formats: readonly Format[] = [
  {
    file: 'feed.json',
    type: 'application/feed+json',
    spec: 'A JSON Feed 1.1.',
    readers: 'feed readers',
    ids: { catalogue: 'getCatalogueFeed', favorites: 'getFeed' },
    describe: (what, headers, example) =>
      json(`A JSON Feed ${what}`, feedSchema, example, headers, 'application/feed+json'),
    write: toJsonFeed,
  },
  {
    file: 'feed.rss',
    type: 'application/rss+xml',
    spec: 'RSS 2.0 with Media RSS.',
    readers: 'RSS readers',
    ids: { catalogue: 'getCatalogueRss', favorites: 'getRss' },
    describe: (what, headers) => bytes(`An RSS feed ${what}`, ['application/rss+xml'], headers),
    write: toRss,
  },
]

/** The `<link>` elements with which feed readers find the feeds of a page, RSS first, because many readers take the first. */
export const feedLinks = (pageUrl: string, query: string, title: string) =>
  formats.toReversed().map(({ file, type }) => ({
    type,
    href: `${pageUrl}/${file}${query && `?${query}`}`,
    title,
  }))

const dated = [...tagged, 'NewestDate'] as const

const newestFirst = 'Wallpapers for desktops and phones, newest first.'
const filterText =
  'Every filter works as in `/api/wallpapers`, and a feed without matches is empty. Each item has one picture: a JPEG or PNG wherever the server or its image host can make one.'

const exampleFavorites = (server: string) => {
  const home = `${server}/share/ada`
  return {
    ...exampleFeed(server),
    title: 'Wallpapers that Ada loves',
    home_page_url: home,
    feed_url: `${home}/feed.json`,
    description: 'The favorite wallpapers of @ada, newest first.',
    icon: `${server}/api/users/ada/image`,
    authors: [{ name: 'Ada', url: home }],
  }
}

const exampleFeed = (server: string) => {
  const { title, description, tags, url, preview_url } = exampleWallpaper(server)
  return {
    version: 'https://jsonfeed.org/version/1.1' as const,
    title: 'Fresco wallpapers: dark',
    home_page_url: `${server}/?tone=dark`,
    feed_url: `${server}/feed.json?tone=dark`,
    description: newestFirst,
    favicon: `${server}/favicon.ico`,
    language: 'en',
    items: [
      {
        id: `${server}/wallpaper/alpine-dawn`,
        url: `${server}/wallpaper/alpine-dawn`,
        title,
        content_html: `<p><img src="${preview_url}" alt="${description}"></p>`,
        image: preview_url,
        banner_image: url,
        tags,
        attachments: [{ url, mime_type: 'image/jpeg', title: 'Full resolution' }],
      },
    ],
  }
}

/** Redirects a link with a former username to the same link with the current one. */
export const redirectRenamed = (
  c: Context,
  site: Site,
  { username, profile }: Pick<UserFavorites, 'profile'> & { username: string },
) => {
  const renamed = toRenamed(profile, username)
  if (renamed === undefined) return undefined
  const { pathname, search } = new URL(c.req.url)
  const file = pathname.split('/')[3]
  // The owner can take the old username back, and somebody else can have it after 30 days.
  c.header('Cache-Control', 'no-store')
  const home = `/share/${encodeURIComponent(renamed)}`
  return c.redirect(site.link(`${home}${file ? `/${file}` : ''}${search}`), 308)
}
