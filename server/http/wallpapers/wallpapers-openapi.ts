import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { hostedQuerySchema, hostedResponseSchema } from '../../../shared/hosted-api.ts'
import {
  indexRowSchema,
  searchQuerySchema,
  searchResponseSchema,
} from '../../../shared/search-api.ts'
import { wallpaperSchema } from '../../../shared/wallpaper.ts'
import { wallpapersQuerySchema, wallpapersResponseSchema } from '../../../shared/wallpapers-api.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import {
  busy,
  failed,
  json,
  listed,
  notModified,
  paged,
  pageNotModified,
  pathOf,
  prepared,
  refusal,
  routesOf,
} from '../openapi/responses.ts'

const { get } = routesOf('Wallpapers')

const index: ZodOpenApiOperationObject = {
  description:
    'The rows of the catalogue’s `index.json`, unchanged. Their fields differ from catalogue to catalogue.',
  responses: {
    200: json(
      'All rows.',
      z.array(indexRowSchema),
      [{ file_name: 'alpine-dawn', category: '#nature', width: 3840 }],
      prepared,
    ),
    304: notModified,
    500: failed,
  },
}

export const wallpapersPaths = (server: string): ZodOpenApiPathsObject => {
  const wallpaper = exampleWallpaper(server)
  const random = {
    requestParams: { query: wallpapersQuerySchema },
    responses: {
      200: json(
        'Different wallpapers in random order.',
        wallpapersResponseSchema,
        {
          wallpapers: [wallpaper.url],
          count: 1,
          category: 'nature',
          type: 'desktop',
          color: 'all',
        },
        paged,
      ),
      304: pageNotModified,
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
    '/api/wallpapers': get('getWallpapers', 'Random wallpapers', {
      description:
        'If no wallpaper has the requested `type`, that filter is ignored and the response says `type: all`. No other filter is ignored. A wallpaper must match all filters, and one of the values of each filter.',
      ...random,
    }),
    '/api/random-wallpaper': get(
      'getRandomWallpaper',
      'Random wallpapers, with categories from file names',
      {
        description:
          'Like `/api/wallpapers`, but `category` also matches words of the file name, and `type` is never ignored.',
        ...random,
      },
    ),
    '/api/random-wallpapers': get(
      'getHostedWallpapers',
      'Random wallpapers with size, colors and preview',
      {
        description:
          'Selects random wallpapers that suit a device and have at least the given resolution. They come from Cloudinary if this server uses Cloudinary, otherwise from the catalogue.',
        requestParams: { query: hostedQuerySchema },
        responses: {
          200: json(
            'Up to `count` wallpapers. The list is empty if none match.',
            hostedResponseSchema,
            [exampleHosted(server)],
            listed,
          ),
          400: refusal('A parameter is invalid.', 'Count must be between 1 and 100'),
          500: refusal(
            'The image host cannot be reached. The text names it.',
            'Failed to fetch wallpapers from Cloudinary',
          ),
        },
      },
    ),
    '/api/wallpapers/search': get('searchWallpapers', 'Search wallpapers', {
      description:
        'Finds wallpapers that match the words of `q`. Small typing errors are forgiven, and the last word may be incomplete. The best match comes first.',
      requestParams: { query: searchQuerySchema },
      responses: {
        200: json(
          'One page of results, which may be empty.',
          searchResponseSchema,
          {
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
          paged,
        ),
        304: pageNotModified,
        400: refusal(
          '`q` is missing, or a parameter is invalid.',
          "Missing q: expected the words to search for, as in '?q=mountain lake'",
        ),
        500: failed,
        503: busy('The search index is not ready yet: try again in a moment'),
      },
    }),
    '/api/wallpapers/index': get('getIndex', 'The whole index', index),
    '/index.json': routesOf('Interchange').get(
      'getIndexFile',
      'The whole index, next to `main/` and `cache/`',
      index,
    ),
    '/api/wallpapers/{id}': get('getWallpaper', 'One wallpaper', {
      description:
        'Returns the details of the wallpaper with this id. The name of its file finds it too, unless several files have that name.',
      requestParams: pathOf('wallpaper'),
      responses: {
        200: json(
          'Everything the catalogue knows about the wallpaper.',
          wallpaperSchema,
          wallpaper,
          prepared,
        ),
        304: notModified,
        404: refusal('The wallpaper does not exist.', "Wallpaper 'nowhere' not found"),
        500: failed,
      },
    }),
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
