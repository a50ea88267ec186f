import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { categoriesResponseSchema, colorsResponseSchema } from '../../../shared/catalogue-api.ts'
import { hostedQuerySchema, hostedResponseSchema } from '../../../shared/hosted-api.ts'
import { instanceSchema } from '../../../shared/service-api.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { anyOrigin } from '../openapi/headers.ts'
import { failed, json, notModified, refusal } from '../openapi/responses.ts'

const prepared = [...anyOrigin, 'Caching', 'Vary', 'ETag', 'Encoding'] as const

/** `server/http/catalogue/catalogue-routes.ts` and `hosted-routes.ts` */
export const cataloguePaths = (server: string): ZodOpenApiPathsObject => ({
  '/api/random-wallpapers': {
    get: {
      tags: ['Wallpapers'],
      operationId: 'getHostedWallpapers',
      summary: 'Random wallpapers with size, colors and preview',
      description: 'Chosen from the image host of this server, by device and by least resolution.',
      requestParams: { query: hostedQuerySchema },
      responses: {
        200: json(
          {
            description: 'As many as qualify, up to `count`; none is an empty list.',
            schema: hostedResponseSchema,
            example: [exampleHosted(server)],
          },
          [...anyOrigin, 'Caching'],
        ),
        400: refusal('A parameter cannot be understood.', 'Count must be between 1 and 100'),
        500: refusal(
          'The image host does not answer; the text names it.',
          'Failed to fetch wallpapers from Cloudinary',
        ),
      },
    },
  },
  '/api/colors': {
    get: {
      tags: ['Wallpapers'],
      operationId: 'getColors',
      summary: 'The colors of the catalogue',
      responses: {
        200: json(
          {
            description: 'Every color name once.',
            schema: colorsResponseSchema,
            example: [{ name: 'darkslategray', hex: '#2F4F4F' }],
          },
          prepared,
        ),
        304: notModified,
        500: refusal('The catalogue cannot be read.', 'GitHub configuration missing'),
      },
    },
  },
  '/api/categories': {
    get: {
      tags: ['Wallpapers'],
      operationId: 'getCategories',
      summary: 'The categories of the catalogue',
      responses: {
        200: json(
          {
            description: 'Every category, with how many wallpapers it holds.',
            schema: categoriesResponseSchema,
            example: [{ name: 'nature', count: 6 }],
          },
          prepared,
        ),
        304: notModified,
        500: failed,
      },
    },
  },
  '/api/instance': {
    get: {
      tags: ['Server'],
      operationId: 'getInstance',
      summary: 'What this server is',
      responses: {
        200: json(
          {
            description: 'Its name and version, and how people sign in.',
            schema: instanceSchema,
            example: { name: 'Fresco', version: '0.1.0', identity: 'local' },
          },
          [...anyOrigin, 'Caching'],
        ),
      },
    },
  },
})

const exampleHosted = (server: string) => {
  const { id, width, height, format, url, preview_url, palette } = exampleWallpaper(server)
  return {
    public_id: id,
    name: id,
    width: width ?? 3840,
    height: height ?? 2160,
    format,
    created_at: '2026-01-09T00:00:00.000Z',
    tags: ['desktop'],
    colors: palette,
    preview_url,
    download_url: url,
  }
}
