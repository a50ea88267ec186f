import { type Context, Hono } from 'hono'
import { aliveSchema, readinessSchema } from '../../../shared/service-api.ts'
import type { SnapshotState } from '../../catalogue/snapshot-store.ts'
import type { CheckHealth, Metrics } from '../../ports.ts'
import { answerNotFound } from '../answers/errors.ts'
import { json } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'
import { createQuickRouter } from '../server/quick-router.ts'

export interface HealthDeps {
  sources: () => States
  isStopping?: (() => boolean) | undefined
  isPrivate?: boolean
  checkAccounts?: CheckHealth | undefined
}

/**
 * Adds the health checks. `/livez` checks the process alone. `/readyz` answers 200 even when accounts or the image
 * host are down, because the server can still serve the catalogue and other replicas have the same problem.
 * The reason why a source fails is only in the log and on the metrics port, because it may name folders and repositories.
 */
export const addHealthRoutes = (app: Hono, deps: HealthDeps) => {
  const open = routesOf(app, 'Server', 'open')
  const checks = [
    {
      path: '/livez',
      entry: 'nothing',
      id: 'getLiveness',
      summary: 'Is the server running?',
      text: 'Checks only that the server process is running, not the services that the server depends on.',
    },
    {
      path: '/healthz',
      entry: 'key',
      id: 'getHealth',
      summary: 'The same as `/livez`',
      text: 'Some monitoring tools ask for this address by default.',
    },
  ] as const
  for (const { path, ...described } of checks)
    open.get(path, {
      ...described,
      answers: {
        200: json('The process is running.', aliveSchema, { status: 'ok' }),
        500: undefined,
      },
      handler: (c) => {
        c.header('Cache-Control', 'no-store')
        return c.json({ status: 'ok' })
      },
    })

  open.get('/readyz', {
    entry: 'nothing',
    id: 'getReadiness',
    summary: 'Is the server ready?',
    text: 'If the accounts or the image host are down, the status is `degraded`, because the server can still serve the catalogue.',
    answers: {
      200: json('The server answers requests.', readinessSchema, {
        status: 'ready',
        sources: { catalogue: exampleSource },
        accounts: { ready: true },
      }),
      500: undefined,
      503: json(
        'The catalogue is not loaded yet, or the server is shutting down.',
        readinessSchema,
        { status: 'starting', sources: { catalogue: { ...exampleSource, ready: false } } },
      ),
    },
    handler: (c) => sendReadiness(c, deps, deps.isPrivate ? catalogueAlone : withoutDetails),
  })
}

const exampleSource = {
  ready: true,
  failing: false,
  failures: 0,
  ageSeconds: 4,
  nextAttemptSeconds: 56,
}

type States = Readonly<Record<string, SnapshotState>>

const unread = 'It could not be read'
const outdated = `${unread} or is suddenly much shorter. The last good copy stays in use`

const withoutDetails = (states: States): States =>
  Object.fromEntries(
    Object.entries(states).map(([name, { problem, ...state }]) => [
      name,
      problem === undefined ? state : { ...state, problem: state.ready ? outdated : unread },
    ]),
  )

// Leaves out the states that are named after sources of pictures, because a load balancer has no key.
const catalogueAlone = ({ catalogue }: States): States =>
  withoutDetails(catalogue ? { catalogue } : {})

const sendReadiness = async (
  c: Context,
  { sources, checkAccounts, isStopping = () => false }: HealthDeps,
  toShown = (states: States) => states,
) => {
  const states = sources()
  const checked = (await checkAccounts?.()) ?? {}
  const isReady = Object.values({ ...states, ...checked }).every(({ ready }) => ready)
  const started = isReady ? 'ready' : 'degraded'
  const running = states.catalogue?.ready === false ? 'starting' : started
  const status = isStopping() ? 'stopping' : running
  c.header('Cache-Control', 'no-store')
  return c.json({ status, sources: toShown(states), ...checked }, status === started ? 200 : 503)
}

/** Creates the app that listens on `METRICS_PORT`, which is not for the public. */
export const createMetricsApp = (metrics: Metrics, health: HealthDeps): Hono => {
  const app = new Hono({ router: createQuickRouter() })
  app.get('/metrics', async (c) => {
    const { contentType, text } = await metrics.render()
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
  app.get('/readyz', (c) => sendReadiness(c, health))
  app.notFound(answerNotFound)
  return app
}
