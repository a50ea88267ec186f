import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { aliveSchema, readinessSchema } from '../../../shared/service-api.ts'
import { cached, json, routesOf } from '../openapi/responses.ts'

const { get } = routesOf('Server')
const alive = json('The process is running.', aliveSchema, { status: 'ok' }, cached)
const source = { ready: true, failing: false, failures: 0, ageSeconds: 4, nextAttemptSeconds: 56 }

export const healthPaths: ZodOpenApiPathsObject = {
  '/livez': get('getLiveness', 'Is the server running?', {
    description:
      'Checks only that the server process is running, not the services that the server depends on.',
    responses: { 200: alive },
  }),
  '/healthz': get('getHealth', 'The same as `/livez`', {
    description: 'Some monitoring tools ask for this address by default.',
    responses: { 200: alive },
  }),
  '/readyz': get('getReadiness', 'Is the server ready?', {
    description:
      'If the accounts or the image host are down, the status is `degraded`, because the server can still serve the catalogue.',
    responses: {
      200: json(
        'The server answers requests.',
        readinessSchema,
        { status: 'ready', sources: { catalogue: source }, accounts: { ready: true } },
        cached,
      ),
      503: json(
        'The catalogue is not loaded yet, or the server is shutting down.',
        readinessSchema,
        { status: 'starting', sources: { catalogue: { ...source, ready: false } } },
        cached,
      ),
    },
  }),
}
