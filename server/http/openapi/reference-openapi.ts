import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { apiIndexSchema } from '../../../shared/service-api.ts'
import { anyOrigin, empty, json, notModified } from './responses.ts'

const tags = ['Server']

export const referencePaths = (server: string): ZodOpenApiPathsObject => ({
  '/api': {
    get: {
      tags,
      operationId: 'getApi',
      summary: 'Links to the documentation',
      responses: {
        200: json(
          {
            description: 'Two links, for programs.',
            schema: apiIndexSchema,
            example: { documentation: `${server}/docs`, openapi: `${server}/openapi.json` },
          },
          [...anyOrigin, 'Caching', 'Vary'],
        ),
        302: empty('Browsers are redirected to the documentation.', [
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
      summary: 'The OpenAPI document',
      responses: {
        200: json(
          {
            description: 'The description of this API, as OpenAPI 3.1.',
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
