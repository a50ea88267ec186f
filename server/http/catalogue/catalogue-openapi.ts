import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { categoriesResponseSchema, colorsResponseSchema } from '../../../shared/catalogue-api.ts'
import { instanceSchema } from '../../../shared/service-api.ts'
import { anyOrigin, failed, json, notModified, refusal } from '../openapi/responses.ts'

const prepared = [...anyOrigin, 'Caching', 'Vary', 'ETag', 'Encoding'] as const

export const cataloguePaths: ZodOpenApiPathsObject = {
  '/api/colors': {
    get: {
      tags: ['Wallpapers'],
      operationId: 'getColors',
      summary: 'All colors',
      responses: {
        200: json(
          {
            description: 'Every color name of the catalogue.',
            schema: colorsResponseSchema,
            example: [{ name: 'darkslategray', hex: '#2F4F4F' }],
          },
          prepared,
        ),
        304: notModified,
        500: refusal(
          'The catalogue cannot be read, or a setting of the server is missing.',
          'GitHub configuration missing',
        ),
      },
    },
  },
  '/api/categories': {
    get: {
      tags: ['Wallpapers'],
      operationId: 'getCategories',
      summary: 'All categories',
      responses: {
        200: json(
          {
            description: 'Every category and how many wallpapers it has, the largest first.',
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
      summary: 'About this server',
      responses: {
        200: json(
          {
            description: 'The name and version of the server, and how people sign in.',
            schema: instanceSchema,
            example: { name: 'Fresco', version: '0.1.0', identity: 'local' },
          },
          [...anyOrigin, 'Caching'],
        ),
      },
    },
  },
}
