import type { Context, Hono } from 'hono'
import { listNewest } from '../../../shared/catalogue/select.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { isUnwanted, writeFilters } from '../../../shared/filters.ts'
import { feedQuerySchema, feedSchema } from '../../../shared/interchange-api.ts'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  splitFavorites,
  toSharePath,
} from '../../favorites/public-favorites.ts'
import { sendText } from '../answers/send.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { bytes, empty, json, refusal, tagged } from '../openapi/responses.ts'
import { keyInAddress } from '../requests/session.ts'
import { routesOf } from '../route.ts'
import type { Site } from '../site.ts'
import { newestDate, toEntry, toJsonFeed, toRss } from './feed.ts'

interface FeedRoutesDeps {
  snapshot: CurrentSnapshot
  publicFavorites: FindPublicFavorites<Context> | undefined
  instance: Pick<Instance, 'name'>
  site: Site
  clock?: (() => number) | undefined
}

export const addFeedRoutes = (app: Hono, deps: FeedRoutesDeps) => {
  const { snapshot, publicFavorites, instance, site, clock = Date.now } = deps
  const open = routesOf(app, 'Interchange', 'open')
  const { publicUrl } = site

  for (const { file, type, spec, readers, id, describe, write } of formats)
    open.get(`/${file}`, {
      query: feedQuerySchema,
      id,
      summary: `The newest wallpapers, for ${readers}`,
      text: `${spec} The home page and share pages announce it. ${filterText}`,
      answers: {
        200: describe(publicUrl),
        304: empty('The response has not changed since the one with this ETag.', dated),
        404: refusal('The user in `from` does not exist.', 'User not found'),
      },
      handler: async (c, readQuery) => {
        const { limit, from, ...filters } = readQuery(c)
        const person =
          from === undefined ? undefined : await getPublicFavorites(publicFavorites, from, c)
        const { catalogue, urls } = await snapshot()
        const pool = catalogue.pool(filters)
        const written = writeFilters(filters)
        const query = new URLSearchParams(written)
        // A favorite may be an image of an image host, which has no row in the catalogue. Filters leave it out.
        const isWanted = ({ id }: Wallpaper) =>
          query.size === 0 || pool.has(catalogue.rowOf(id) ?? -1)
        const wallpapers = person
          ? splitFavorites(person.favorites, catalogue).present.filter(isWanted).slice(0, limit)
          : listNewest(catalogue, pool, { offset: 0, count: limit }).map(catalogue.at)
        const key = site.isPrivate ? keyInAddress(c) : undefined
        const context = { urls, publicUrl, now: clock(), withKey: keyAdder(key, publicUrl) }
        const entries = await Promise.all(wallpapers.map((each) => toEntry(each, context)))
        const whose = person && `favorites of ${person.profile.displayName}`
        const named = [whose, ...Object.values(written).map(inWords)].filter(Boolean).join(', ')
        const filtered = query.size > 0 ? `/?${query}` : '/'
        const feed = {
          title: `${instance.name} wallpapers${named && `: ${named}`}`,
          description:
            wallpapers.length > 0 ? newestFirst : 'No wallpapers match these filters yet.',
          homeUrl: publicUrl + (person ? toSharePath(person.profile.username) : filtered),
          publicUrl,
          url: `${publicUrl}/${file}${new URL(c.req.url).search}`,
          entries,
        }
        // Caches must ask each time for a user's list, so that a removed favorite or a deleted account disappears at once.
        c.header('Cache-Control', person ? 'no-cache' : 'public, max-age=60')
        const changedAt = person ? undefined : newestDate(entries)
        return sendText(c, write(feed), `${type}; charset=utf-8`, changedAt)
      },
    })
}

const dated = [...tagged, 'NewestDate'] as const

const formats = [
  {
    file: 'feed.json',
    type: 'application/feed+json',
    spec: 'A JSON Feed 1.1.',
    readers: 'feed readers',
    id: 'getFeed',
    describe: (publicUrl: string) =>
      json(
        'A JSON Feed with the newest wallpaper first.',
        feedSchema,
        exampleFeed(publicUrl),
        dated,
        'application/feed+json',
      ),
    write: toJsonFeed,
  },
  {
    file: 'feed.rss',
    type: 'application/rss+xml',
    spec: 'RSS 2.0 with Media RSS.',
    readers: 'RSS readers',
    id: 'getRss',
    describe: () =>
      bytes('An RSS feed with the newest wallpaper first.', ['application/rss+xml'], dated),
    write: toRss,
  },
]

const newestFirst = 'Wallpapers for desktops and phones, newest first.'
const filterText =
  'Every filter works as in `/api/wallpapers`, and a feed without matches is empty. With `from`, the newest favorite comes first. Each item has one picture: a JPEG or PNG wherever the server or its image host can make one.'

/** Says the values of a filter, such as `nature, no people`. */
const inWords = (values: string): string =>
  values
    .split(',')
    .map((value) => (isUnwanted(value) ? `no ${value.slice(1)}` : value))
    .join(', ')

const keyAdder =
  (key: string | undefined, publicUrl: string) =>
  (url: string): string =>
    key !== undefined && url.startsWith(`${publicUrl}/`)
      ? `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ key })}`
      : url

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
