import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { deviceTypeSchema } from '../../../shared/wallpaper.ts'
import { type HeaderName, ofPage } from './headers.ts'
import { bytes, empty, htmlPage } from './responses.ts'

export const pageTags = ['Pages']
export const pageFailed = htmlPage('Something failed: a page that says so.', 'Caching', 'Vary')
const named = (name: string, example: string) => ({
  path: z.object({ [name]: z.string().meta({ example }) }),
})

export const page = (operationId: string, summary: string, ...headers: HeaderName[]) => ({
  get: {
    tags: pageTags,
    operationId,
    summary,
    responses: { 200: htmlPage('The page.', ...headers) },
  },
})

/** A page that shows what may be away. */
export const livePage = (operationId: string, summary: string) => {
  const { get } = page(operationId, summary, 'Caching')
  return { get: { ...get, responses: { ...get.responses, 500: pageFailed } } }
}

/** What the page that is meant for everyone has besides. */
const validated = ['Caching', 'ETag'] as const
const known = empty('Not changed since the answer with this ETag.', [...ofPage, ...validated])

const homeQuery = z.object({
  q: z.string().meta({ description: 'Words to search for.' }).optional(),
  category: z.string().optional(),
  color: z.string().optional(),
  type: deviceTypeSchema.optional(),
  page: z.string().meta({ type: 'integer', minimum: 1, default: 1 }).optional(),
})

/** `server/web/`, without accounts of this server. */
export const pagesPaths: ZodOpenApiPathsObject = {
  '/': {
    get: {
      tags: pageTags,
      operationId: 'getHomePage',
      summary: 'What this is, and all of the wallpapers; what cannot be a filter is none',
      requestParams: { query: homeQuery },
      responses: {
        200: htmlPage('The page.', ...validated),
        304: known,
        500: pageFailed,
        503: htmlPage('Too many search at the same time.', 'Caching', 'Vary', 'RetryAfter'),
      },
    },
  },
  '/privacy': page('getPrivacyPage', 'What is stored where'),
  '/docs': page('getDocsPage', 'These pages', 'Caching'),
  '/wallpaper/{id}': {
    get: {
      tags: pageTags,
      operationId: 'getWallpaperPage',
      summary: 'One wallpaper, and its files',
      requestParams: named('id', 'alpine-dawn'),
      responses: {
        200: htmlPage('The page.', ...validated),
        304: known,
        404: htmlPage('There is no such wallpaper.'),
        500: pageFailed,
      },
    },
  },
  '/share/{username}': {
    get: {
      tags: pageTags,
      operationId: 'getSharePage',
      summary: 'Somebody’s favorites, to look at',
      requestParams: {
        ...named('username', 'ada'),
        query: z.object({
          page: z.string().meta({ type: 'integer', minimum: 1, default: 1 }).optional(),
        }),
      },
      responses: {
        200: htmlPage('The page.', ...validated),
        304: known,
        404: htmlPage('There is nobody of this name.'),
        500: pageFailed,
      },
    },
  },
  '/share/{username}/preview.jpg': {
    get: {
      tags: pageTags,
      operationId: 'getSharePreview',
      summary: 'The picture that stands for a share page elsewhere',
      requestParams: named('username', 'ada'),
      responses: {
        200: bytes(
          '1200 by 630 pixels.',
          ['image/jpeg', 'image/png', 'image/webp'],
          [...ofPage, 'Caching', 'ETag', 'Modified', 'Ranges', 'EverySite'],
        ),
        302: empty('The picture is elsewhere.', [...ofPage, 'Location']),
        404: htmlPage('There is nobody of this name, or no picture.'),
        500: pageFailed,
      },
    },
  },
}
