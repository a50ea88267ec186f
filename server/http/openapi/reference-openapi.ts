import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { apiIndexSchema } from '../../../shared/service-api.ts'
import { cached, empty, json, notModified, prepared, routesOf } from './responses.ts'

const { get } = routesOf('Server')

export const referencePaths = (server: string): ZodOpenApiPathsObject => ({
  '/api': get('getApi', 'Links to the documentation', {
    description:
      'Leads programs and people who try the address of the API itself to its description.',
    responses: {
      200: json(
        'Two links, for programs.',
        apiIndexSchema,
        { documentation: `${server}/docs`, openapi: `${server}/openapi.json` },
        [...cached, 'Vary'],
      ),
      302: empty('Browsers are redirected to the documentation.', [...cached, 'Vary', 'Location']),
    },
  }),
  '/openapi.json': get('getOpenApi', 'The OpenAPI document', {
    description: 'Returns this description. Tools can generate a client for any language from it.',
    responses: {
      200: json(
        'The description of this API, as OpenAPI 3.1.',
        z.looseObject({ openapi: z.string().describe('The version of OpenAPI.') }),
        { openapi: '3.1.1' },
        prepared,
      ),
      304: notModified,
    },
  }),
})
