import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { apiIndexSchema } from '../../../shared/service-api.ts'
import { anyOrigin } from './headers.ts'
import { empty, json, notModified } from './responses.ts'

const tags = ['Server']

/** `server/http/openapi/openapi-routes.ts` */
export const referencePaths = (server: string): ZodOpenApiPathsObject => ({
  '/api': {
    get: {
      tags,
      operationId: 'getApi',
      summary: 'Where everything is',
      responses: {
        200: json(
          {
            description: 'For programs.',
            schema: apiIndexSchema,
            example: { documentation: `${server}/docs`, openapi: `${server}/openapi.json` },
          },
          [...anyOrigin, 'Caching', 'Vary'],
        ),
        302: empty('For people: on to the documentation.', [
          ...anyOrigin,
          'Caching',
          'Vary',
          'Location',
        ]),
      },
    },
  },
  '/openapi.json': {
    get: {
      tags,
      operationId: 'getOpenApi',
      summary: 'This description, for programs',
      responses: {
        200: json(
          {
            description: 'OpenAPI 3.1.',
            schema: z.looseObject({ openapi: z.string() }),
            example: { openapi: '3.1.1' },
          },
          [...anyOrigin, 'Caching', 'Vary', 'ETag', 'Encoding'],
        ),
        304: notModified,
      },
    },
  },
})
