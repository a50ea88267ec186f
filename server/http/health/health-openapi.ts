import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { aliveSchema, readinessSchema } from '../../../shared/service-api.ts'
import { anyOrigin, json } from '../openapi/responses.ts'

const tags = ['Server']
const alive = json(
  { description: 'The process is running.', schema: aliveSchema, example: { status: 'ok' } },
  anyOrigin,
)
const source = { ready: true, failing: false, failures: 0, ageSeconds: 4, nextAttemptSeconds: 56 }

export const healthPaths: ZodOpenApiPathsObject = {
  '/livez': {
    get: {
      tags,
      operationId: 'getLiveness',
      summary: 'Is the server running?',
      description: 'Checks the process only, not what it depends on.',
      responses: { 200: alive },
    },
  },
  '/healthz': {
    get: {
      tags,
      operationId: 'getHealth',
      summary: 'The same as `/livez`',
      responses: { 200: alive },
    },
  },
  '/readyz': {
    get: {
      tags,
      operationId: 'getReadiness',
      summary: 'Is the server ready?',
      description:
        'Without its accounts or its image host, the server still serves the catalogue and is `degraded`.',
      responses: {
        200: json(
          {
            description: 'The server answers requests.',
            schema: readinessSchema,
            example: { status: 'ready', sources: { catalogue: source }, accounts: { ready: true } },
          },
          [...anyOrigin, 'Caching'],
        ),
        503: json(
          {
            description: 'The catalogue is not loaded yet, or the server is shutting down.',
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
