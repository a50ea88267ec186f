import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  feedQuerySchema,
  feedSchema,
  oembedQuerySchema,
  oembedResponseSchema,
  sitemapQuerySchema,
} from '../../../shared/interchange-api.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { anyOrigin } from '../openapi/headers.ts'
import { bytes, empty, failed, json, refusal, typed } from '../openapi/responses.ts'

const tags = ['Interchange']
const validated = [...anyOrigin, 'Caching', 'ETag'] as const
const notModified = empty('Not changed since the answer with this ETag.', validated)

/** `server/http/interchange/feed-routes.ts`, `oembed-routes.ts` and `sitemap-routes.ts` */
export const interchangePaths = (server: string): ZodOpenApiPathsObject => ({
  '/share/{username}/feed.json': {
    get: {
      tags,
      operationId: 'getFeed',
      summary: 'Somebody’s favorites for feed readers',
      requestParams: {
        path: z.object({ username: z.string().meta({ example: 'ada' }) }),
        query: feedQuerySchema,
      },
      responses: {
        200: typed(
          'application/feed+json',
          {
            description: 'A JSON Feed, newest heart first.',
            schema: feedSchema,
            example: exampleFeed(server),
          },
          validated,
        ),
        304: notModified,
        400: refusal('A parameter is given twice.', 'Invalid page: given 2 times, expected once'),
        404: refusal('There is no such user.', 'User not found'),
        500: failed,
      },
    },
  },
  '/oembed': {
    get: {
      tags,
      operationId: 'getOembed',
      summary: 'What other sites show for a link to one of our pages',
      requestParams: {
        query: oembedQuerySchema.extend({
          url: oembedQuerySchema.shape.url.meta({ example: `${server}/wallpaper/alpine-dawn` }),
        }),
      },
      responses: {
        200: json(
          {
            description: 'oEmbed 1.0: a photo, or a link.',
            schema: oembedResponseSchema,
            example: exampleOembed(server),
          },
          validated,
        ),
        304: notModified,
        400: refusal(
          'There is no `url`, or a size cannot be understood.',
          'Missing url: expected the address of a wallpaper page or a share page',
        ),
        404: refusal('The address is no page of ours.', "Nothing here can be shown for 'x'"),
        500: failed,
        501: json(
          {
            description: 'Another format than JSON is asked for.',
            schema: z.object({ error: z.string() }),
            example: { error: "No answer in the format 'xml': expected json" },
          },
          anyOrigin,
        ),
      },
    },
  },
  '/robots.txt': {
    get: {
      tags,
      operationId: 'getRobots',
      summary: 'Where search engines should not look',
      responses: { 200: bytes('The rules.', ['text/plain'], validated), 304: notModified },
    },
  },
  '/sitemap.xml': {
    get: {
      tags,
      operationId: 'getSitemap',
      summary: 'Every wallpaper’s page, for search engines',
      requestParams: { query: sitemapQuerySchema },
      responses: {
        200: bytes('A sitemap, or the list of its parts.', ['application/xml'], validated),
        304: notModified,
        400: refusal(
          'The page is no number.',
          "Invalid page 'x': expected a whole number from 1 to 50000",
        ),
        404: refusal('There is no such part.', 'There is no sitemap 9'),
        500: failed,
      },
    },
  },
})

const exampleFeed = (server: string) => {
  const { title, description, tags, url, preview_url } = exampleWallpaper(server)
  const home = `${server}/share/ada`
  return {
    version: 'https://jsonfeed.org/version/1.1' as const,
    title: 'Wallpapers that Ada loves',
    home_page_url: home,
    feed_url: `${home}/feed.json`,
    description: 'The favorite wallpapers of @ada, newest first.',
    icon: `${server}/api/users/ada/image`,
    language: 'en',
    authors: [{ name: 'Ada', url: home }],
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
