import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { categoriesResponseSchema, colorsResponseSchema } from '../../../shared/catalogue-api.ts'
import { instanceSchema } from '../../../shared/service-api.ts'
import { failed, json, notModified, prepared, refusal, routesOf } from '../openapi/responses.ts'

const { get } = routesOf('Wallpapers')

export const cataloguePaths: ZodOpenApiPathsObject = {
  '/api/colors': get('getColors', 'All colors', {
    description:
      'Lists the color names that you can filter by. A name that is not a CSS color has the value `#000000`.',
    responses: {
      200: json(
        'Every color name of the catalogue.',
        colorsResponseSchema,
        [{ name: 'darkslategray', hex: '#2F4F4F' }],
        prepared,
      ),
      304: notModified,
      500: refusal(
        'The catalogue cannot be read, or a setting of the server is missing.',
        'GitHub configuration missing',
      ),
    },
  }),
  '/api/categories': get('getCategories', 'All categories', {
    description: 'Lists the categories that you can filter by.',
    responses: {
      200: json(
        'Every category and how many wallpapers it has, the largest first.',
        categoriesResponseSchema,
        [{ name: 'nature', count: 6 }],
        prepared,
      ),
      304: notModified,
      500: failed,
    },
  }),
  '/tags.json': routesOf('Interchange').get('getTagsFile', 'The colors, next to `index.json`', {
    description:
      'The entries of the catalogue’s `tags.json`, from which `/api/colors` is made. Empty if the catalogue has none.',
    responses: {
      200: json(
        'All entries.',
        z.array(z.unknown()),
        [{ file_name: 'alpine-dawn', colors: ['blue', 'orange'] }],
        prepared,
      ),
      304: notModified,
      500: failed,
    },
  }),
  '/api/instance': routesOf('Server').get('getInstance', 'About this server', {
    description: 'Tells a client which server this is, and how people sign in to it.',
    responses: {
      200: json(
        'The name and version of the server, and how people sign in.',
        instanceSchema,
        {
          name: 'Fresco',
          version: '0.1.0',
          identity: 'local',
          signUp: 'open',
          passwords: true,
          provider: { name: 'Example ID' },
        },
        prepared,
      ),
      304: notModified,
    },
  }),
}
