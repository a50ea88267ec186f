import type { Context, Hono } from 'hono'
import { listNewest } from '../../../shared/catalogue/select.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { writeFilters } from '../../../shared/filters.ts'
import {
  type CatalogueFeedQuery,
  catalogueFeedQuerySchema,
  feedQuerySchema,
  feedSchema,
} from '../../../shared/interchange-api.ts'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  splitFavorites,
  type UserFavorites,
} from '../../favorites/public-favorites.ts'
import { linkToNext, nextPageUrl } from '../answers/next-page.ts'
import { sendText } from '../answers/send.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { bytes, empty, json, refusal, tagged } from '../openapi/responses.ts'
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

  const sendCatalogueFeed = async (
    c: Context,
    { page, limit, ...filters }: CatalogueFeedQuery,
    { file, type, write }: Format,
  ) => {
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
  }

  const ofCatalogue = {
    query: catalogueFeedQuerySchema,
  } as const
  open.get('/feed.json', {
    ...ofCatalogue,
    id: 'getCatalogueFeed',
    summary: 'The newest wallpapers, for feed readers',
    text: `A JSON Feed 1.1. The home page announces it. ${filterText}`,
    answers: {
      200: json(
        'A JSON Feed with the newest wallpaper first.',
        feedSchema,
        exampleFeed(publicUrl),
        dated,
        'application/feed+json',
      ),
      ...otherCatalogueAnswers,
    },
    handler: (c, readQuery) => sendCatalogueFeed(c, readQuery(c), jsonFeed),
  })
  open.get('/feed.rss', {
    ...ofCatalogue,
    id: 'getCatalogueRss',
    summary: 'The newest wallpapers, for RSS readers',
    text: `RSS 2.0 with Media RSS. The home page announces it. ${filterText}`,
    answers: {
      200: bytes('An RSS feed with the newest wallpaper first.', ['application/rss+xml'], dated),
      ...otherCatalogueAnswers,
    },
    handler: (c, readQuery) => sendCatalogueFeed(c, readQuery(c), rss),
  })

  const sendFavoritesFeed = async (
    c: Context,
    { page, limit }: Pick<CatalogueFeedQuery, 'page' | 'limit'>,
    username: string,
    { file, type, write }: Format,
  ) => {
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
  }

  const ofFavorites = { query: feedQuerySchema } as const
  open.get('/share/:username/feed.json', {
    ...ofFavorites,
    id: 'getFeed',
    summary: 'The favorites of a user, for feed readers',
    text: 'A JSON Feed 1.1. The page `/share/{username}` announces it.',
    answers: {
      200: json(
        'A JSON Feed with the newest favorite first.',
        feedSchema,
        exampleFavorites(publicUrl),
        ofPage,
        'application/feed+json',
      ),
      ...otherFavoritesAnswers,
    },
    handler: (c, readQuery) =>
      sendFavoritesFeed(c, readQuery(c), c.req.param('username').trim(), jsonFeed),
  })
  open.get('/share/:username/feed.rss', {
    ...ofFavorites,
    id: 'getRss',
    summary: 'The favorites of a user, for RSS readers',
    text: 'RSS 2.0 with Media RSS. The page `/share/{username}` announces it.',
    answers: {
      200: bytes('An RSS feed with the newest favorite first.', ['application/rss+xml'], ofPage),
      ...otherFavoritesAnswers,
    },
    handler: (c, readQuery) =>
      sendFavoritesFeed(c, readQuery(c), c.req.param('username').trim(), rss),
  })
}

const jsonFeed = {
  file: 'feed.json',
  type: 'application/feed+json; charset=utf-8',
  write: toJsonFeed,
} as const
const rss = { file: 'feed.rss', type: 'application/rss+xml; charset=utf-8', write: toRss } as const
type Format = typeof jsonFeed | typeof rss

const ofPage = [...tagged, 'NextPage'] as const
const dated = [...ofPage, 'NewestDate'] as const

const filterText =
  'Every filter works as in `/api/wallpapers`, and a feed without matches is empty. Each item has one picture: a JPEG or PNG wherever the server or its image host can make one.'

const otherCatalogueAnswers = {
  304: empty('The response has not changed since the one with this ETag.', dated),
  400: refusal('A parameter is invalid.', "Invalid tone 'dim': expected dark or light"),
}

const otherFavoritesAnswers = {
  308: empty('The user has another username now. Leads to the feed with it.', ['Location']),
  400: refusal('A parameter is invalid.', "Invalid page 'x': expected a whole number from 1"),
  404: refusal('The user does not exist.', 'User not found'),
}

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
    description: 'Wallpapers for desktops and phones, newest first.',
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
