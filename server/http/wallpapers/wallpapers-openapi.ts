import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { hostedQuerySchema, hostedResponseSchema } from '../../../shared/hosted-api.ts'
import { searchQuerySchema, searchResponseSchema } from '../../../shared/search-api.ts'
import { wallpaperSchema } from '../../../shared/wallpaper.ts'
import { wallpapersQuerySchema, wallpapersResponseSchema } from '../../../shared/wallpapers-api.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { anyOrigin, busy, failed, json, notModified, refusal } from '../openapi/responses.ts'

const tags = ['Wallpapers']

const index = (operationId: string, summary: string) => ({
  get: {
    tags: operationId === 'getIndex' ? tags : ['Interchange'],
    operationId,
    summary,
    description:
      'The rows of the catalogue’s `index.json`, unchanged. Their fields differ from catalogue to catalogue.',
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

export const wallpapersPaths = (server: string): ZodOpenApiPathsObject => {
  const wallpaper = exampleWallpaper(server)
  const random = {
    requestParams: { query: wallpapersQuerySchema },
    responses: {
      200: json(
        {
          description: 'Different wallpapers in random order.',
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
        'A parameter is invalid or given twice.',
        "Invalid count 'abc': expected a whole number from 1 to 10",
      ),
      404: refusal(
        'No wallpaper matches, or the user in `from` does not exist. The text names the filter.',
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
          'If no wallpaper has the requested `type`, that filter is ignored and the response says `type: all`.',
        ...random,
      },
    },
    '/api/random-wallpaper': {
      get: {
        tags,
        operationId: 'getRandomWallpaper',
        summary: 'Random wallpapers, with categories from file names',
        description:
          'Like `/api/wallpapers`, but `category` also matches words of the file name, and `type` is never ignored.',
        ...random,
      },
    },
    '/api/random-wallpapers': {
      get: {
        tags,
        operationId: 'getHostedWallpapers',
        summary: 'Random wallpapers with size, colors and preview',
        description:
          'Selects from the image host of this server, by device and smallest resolution.',
        requestParams: { query: hostedQuerySchema },
        responses: {
          200: json(
            {
              description: 'Up to `count` wallpapers. The list is empty if none match.',
              schema: hostedResponseSchema,
              example: [exampleHosted(server)],
            },
            [...anyOrigin, 'Caching'],
          ),
          400: refusal('A parameter is invalid.', 'Count must be between 1 and 100'),
          500: refusal(
            'The image host cannot be reached. The text names it.',
            'Failed to fetch wallpapers from Cloudinary',
          ),
        },
      },
    },
    '/api/wallpapers/search': {
      get: {
        tags,
        operationId: 'searchWallpapers',
        summary: 'Search wallpapers',
        description:
          'Forgives small typing errors. The last word may be incomplete. The best match comes first.',
        requestParams: { query: searchQuerySchema },
        responses: {
          200: json(
            {
              description: 'One page of results, which may be empty.',
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
            '`q` is missing, or a parameter is invalid.',
            "Missing q: expected the words to search for, as in '?q=mountain lake'",
          ),
          500: failed,
          503: busy('The search index is not ready yet: try again in a moment'),
        },
      },
    },
    '/api/wallpapers/index': index('getIndex', 'The whole index'),
    '/index.json': index('getIndexFile', 'The whole index, next to `main/` and `cache/`'),
    '/api/wallpapers/{id}': {
      get: {
        tags,
        operationId: 'getWallpaper',
        summary: 'One wallpaper',
        requestParams: { path: z.object({ id: z.string().meta({ example: wallpaper.id }) }) },
        responses: {
          200: json(
            {
              description: 'Everything the catalogue knows about the wallpaper.',
              schema: wallpaperSchema,
              example: wallpaper,
            },
            [...anyOrigin, 'Caching'],
          ),
          404: refusal('The wallpaper does not exist.', "Wallpaper 'nowhere' not found"),
          500: failed,
        },
      },
    },
  }
}

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
