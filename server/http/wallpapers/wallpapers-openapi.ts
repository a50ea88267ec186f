import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { searchQuerySchema, searchResponseSchema } from '../../../shared/search-api.ts'
import { wallpaperSchema } from '../../../shared/wallpaper.ts'
import { wallpapersQuerySchema, wallpapersResponseSchema } from '../../../shared/wallpapers-api.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { anyOrigin } from '../openapi/headers.ts'
import { busy, failed, json, notModified, refusal } from '../openapi/responses.ts'

const tags = ['Wallpapers']

/** The rows differ from catalogue to catalogue. */
const index = (operationId: string, summary: string) => ({
  get: {
    tags: operationId === 'getIndex' ? tags : ['Interchange'],
    operationId,
    summary,
    description: 'The rows as they are in the `index.json` of the catalogue.',
    responses: {
      200: json(
        {
          description: 'All rows.',
          schema: z.array(z.looseObject({ file_name: z.string().optional() })),
          example: [{ file_name: 'alpine-dawn', category: '#nature', width: 3840 }],
        },
        [...anyOrigin, 'Caching', 'Vary', 'ETag', 'Encoding'],
      ),
      304: notModified,
      500: failed,
    },
  },
})

/** `server/http/wallpapers/wallpapers-routes.ts` */
export const wallpapersPaths = (server: string): ZodOpenApiPathsObject => {
  const wallpaper = exampleWallpaper(server)
  const random = {
    requestParams: { query: wallpapersQuerySchema },
    responses: {
      200: json(
        {
          description: 'Wallpapers, each once.',
          schema: wallpapersResponseSchema,
          example: {
            wallpapers: [wallpaper.url],
            count: 1,
            category: 'nature',
            type: 'desktop',
            color: 'all',
          },
        },
        [...anyOrigin, 'Caching'],
      ),
      400: refusal(
        'A parameter cannot be understood, or is given twice.',
        "Invalid count 'abc': expected a whole number from 1 to 10",
      ),
      404: refusal(
        'Nothing matches; the text names the filter. Or there is no such user to choose from.',
        "Category 'nowhere' not found",
      ),
      500: failed,
    },
  }
  return {
    '/api/wallpapers': {
      get: {
        tags,
        operationId: 'getWallpapers',
        summary: 'Random wallpapers',
        description:
          'When the type leaves nothing, it is ignored, and `type` in the answer is `all`.',
        ...random,
      },
    },
    '/api/random-wallpaper': {
      get: {
        tags,
        operationId: 'getRandomWallpaper',
        summary: 'Random wallpapers, by words of the file name too',
        description:
          'As `/api/wallpapers`, but a category also matches words of the file name, and the type is never ignored.',
        ...random,
      },
    },
    '/api/wallpapers/search': {
      get: {
        tags,
        operationId: 'searchWallpapers',
        summary: 'Search by words',
        description: 'Forgives typing errors; the last word may be a beginning. Best match first.',
        requestParams: { query: searchQuerySchema },
        responses: {
          200: json(
            {
              description: 'One page of the results, which may be empty.',
              schema: searchResponseSchema,
              example: {
                results: [
                  {
                    public_id: wallpaper.id,
                    name: wallpaper.id,
                    url: wallpaper.url,
                    category: 'nature',
                    tags: wallpaper.tags,
                    relevance: 0.92,
                  },
                ],
                total: 1,
                limit: 20,
                offset: 0,
              },
            },
            [...anyOrigin, 'Caching'],
          ),
          400: refusal(
            'There is no `q`, or a parameter cannot be understood.',
            "Missing q: expected the words to search for, as in '?q=mountain lake'",
          ),
          500: failed,
          503: busy('The search index is not ready yet: try again in a moment'),
        },
      },
    },
    '/api/wallpapers/index': index('getIndex', 'The whole index'),
    '/index.json': index('getIndexFile', 'The whole index, beside `main/` and `cache/`'),
    '/api/wallpapers/{id}': {
      get: {
        tags,
        operationId: 'getWallpaper',
        summary: 'One wallpaper',
        requestParams: { path: z.object({ id: z.string().meta({ example: wallpaper.id }) }) },
        responses: {
          200: json(
            {
              description: 'All that the catalogue knows of it.',
              schema: wallpaperSchema,
              example: wallpaper,
            },
            [...anyOrigin, 'Caching'],
          ),
          404: refusal('There is no such wallpaper.', "Wallpaper 'nowhere' not found"),
          500: failed,
        },
      },
    },
  }
}
