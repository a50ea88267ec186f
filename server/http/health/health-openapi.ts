import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { aliveSchema, readinessSchema } from '../../../shared/service-api.ts'
import { anyOrigin } from '../openapi/headers.ts'
import { json } from '../openapi/responses.ts'

const tags = ['Server']
const alive = json(
  { description: 'The process answers.', schema: aliveSchema, example: { status: 'ok' } },
  anyOrigin,
)
const source = { ready: true, failing: false, failures: 0, ageSeconds: 4, nextAttemptSeconds: 56 }

/** `server/http/health/health-routes.ts` */
export const healthPaths: ZodOpenApiPathsObject = {
  '/livez': {
    get: {
      tags,
      operationId: 'getLiveness',
      summary: 'Is it alive?',
      description: 'About the process alone.',
      responses: { 200: alive },
    },
  },
  '/healthz': {
    get: {
      tags,
      operationId: 'getHealth',
      summary: 'The same, by its older name',
      responses: { 200: alive },
    },
  },
  '/readyz': {
    get: {
      tags,
      operationId: 'getReadiness',
      summary: 'Can it answer?',
      description: 'Without its accounts or its image host it still serves the catalogue.',
      responses: {
        200: json(
          {
            description: 'Requests can be sent here.',
            schema: readinessSchema,
            example: { status: 'ready', sources: { catalogue: source }, accounts: { ready: true } },
          },
          [...anyOrigin, 'Caching'],
        ),
        503: json(
          {
            description: 'There is no catalogue yet, or the server was told to stop.',
            schema: readinessSchema,
            example: {
              status: 'starting',
              sources: { catalogue: { ...source, ready: false } },
            },
          },
          [...anyOrigin, 'Caching'],
        ),
      },
    },
  },
}
