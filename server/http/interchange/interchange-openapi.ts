import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  catalogueFeedQuerySchema,
  feedQuerySchema,
  feedSchema,
  oembedQuerySchema,
  oembedResponseSchema,
  sitemapQuerySchema,
} from '../../../shared/interchange-api.ts'
import { apiErrorSchema } from '../../../shared/service-api.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import {
  bytes,
  cached,
  empty,
  failed,
  json,
  notModified,
  pageNotModified,
  pathOf,
  prepared,
  refusal,
  routesOf,
} from '../openapi/responses.ts'

const { get } = routesOf('Interchange')
const validated = prepared
const ofPage = [...validated, 'NextPage'] as const
const dated = [...ofPage, 'NewestDate'] as const
const unchanged = 'The response has not changed since the one with this ETag.'

const ofCatalogue =
  'Every filter works as in `/api/wallpapers`, and a feed without matches is empty. Each item has one picture: a JPEG or PNG wherever the server or its image host can make one.'

const catalogueFeedOthers = {
  304: empty(unchanged, dated),
  400: refusal('A parameter is invalid.', "Invalid tone 'dim': expected dark or light"),
  500: failed,
}

const favoritesFeedOthers = {
  304: pageNotModified,
  308: empty('The user has another username now. Leads to the feed with it.', [
    ...cached,
    'Location',
  ]),
  400: refusal('A parameter is invalid.', "Invalid page 'x': expected a whole number from 1"),
  404: refusal('The user does not exist.', 'User not found'),
  500: failed,
}

export const interchangePaths = (server: string): ZodOpenApiPathsObject => ({
  '/feed.json': get('getCatalogueFeed', 'The newest wallpapers, for feed readers', {
    description: `A JSON Feed 1.1. The home page announces it. ${ofCatalogue}`,
    requestParams: { query: catalogueFeedQuerySchema },
    responses: {
      200: json(
        'A JSON Feed with the newest wallpaper first.',
        feedSchema,
        exampleFeed(server),
        dated,
        'application/feed+json',
      ),
      ...catalogueFeedOthers,
    },
  }),
  '/feed.rss': get('getCatalogueRss', 'The newest wallpapers, for RSS readers', {
    description: `RSS 2.0 with Media RSS. The home page announces it. ${ofCatalogue}`,
    requestParams: { query: catalogueFeedQuerySchema },
    responses: {
      200: bytes('An RSS feed with the newest wallpaper first.', ['application/rss+xml'], dated),
      ...catalogueFeedOthers,
    },
  }),
  '/share/{username}/feed.json': get('getFeed', 'The favorites of a user, for feed readers', {
    description: 'A JSON Feed 1.1. The page `/share/{username}` announces it.',
    requestParams: { ...pathOf('username'), query: feedQuerySchema },
    responses: {
      200: json(
        'A JSON Feed with the newest favorite first.',
        feedSchema,
        exampleFavorites(server),
        ofPage,
        'application/feed+json',
      ),
      ...favoritesFeedOthers,
    },
  }),
  '/share/{username}/feed.rss': get('getRss', 'The favorites of a user, for RSS readers', {
    description: 'RSS 2.0 with Media RSS. The page `/share/{username}` announces it.',
    requestParams: { ...pathOf('username'), query: feedQuerySchema },
    responses: {
      200: bytes('An RSS feed with the newest favorite first.', ['application/rss+xml'], ofPage),
      ...favoritesFeedOthers,
    },
  }),
  '/oembed': get('getOembed', 'An embeddable preview of a page (oEmbed)', {
    description:
      'Editors and chats ask for it when somebody pastes the address of a wallpaper page or a share page.',
    requestParams: {
      query: oembedQuerySchema.extend({
        url: oembedQuerySchema.shape.url.meta({ example: `${server}/wallpaper/alpine-dawn` }),
      }),
    },
    responses: {
      200: json(
        'An oEmbed 1.0 response of type `photo` or `link`.',
        oembedResponseSchema,
        exampleOembed(server),
        validated,
      ),
      304: notModified,
      400: refusal(
        '`url` is missing, or a size is invalid.',
        'Missing url: expected the address of a wallpaper page or a share page',
      ),
      404: refusal(
        'The address is not a wallpaper page or share page of this server.',
        "Nothing can be embedded from 'x': expected the address of a wallpaper page or a share page",
      ),
      500: failed,
      501: json(
        'The requested format is not JSON.',
        apiErrorSchema,
        { error: "The format 'xml' is not supported: expected json" },
        cached,
      ),
    },
  }),
  '/robots.txt': get('getRobots', 'Rules for search engines', {
    description: 'Search engines read these rules (RFC 9309) before they read pages.',
    responses: {
      200: bytes('The pages that search engines should skip.', ['text/plain'], validated),
      304: notModified,
    },
  }),
  '/sitemap.xml': get('getSitemap', 'All wallpaper pages, for search engines', {
    description:
      'Lists up to 5,000 pages. A larger catalogue gets a list of sitemaps, which `page` selects.',
    requestParams: { query: sitemapQuerySchema },
    responses: {
      200: bytes('A sitemap, or an index of several sitemaps.', ['application/xml'], validated),
      304: notModified,
      400: refusal(
        'The page is invalid.',
        "Invalid page 'x': expected a whole number from 1 to 50000",
      ),
      404: refusal('The sitemap does not have this page.', 'There is no sitemap 9'),
      500: failed,
    },
  }),
})

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
