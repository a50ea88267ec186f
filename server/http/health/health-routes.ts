import { type Context, Hono } from 'hono'
import type { SnapshotState } from '../../catalogue/snapshot-store.ts'
import type { CheckHealth, Metrics } from '../../ports.ts'
import { publicRoute } from '../add-route.ts'
import { notFoundHandler } from '../answers/errors.ts'

interface HealthRoutesDeps {
  sources: () => Readonly<Record<string, SnapshotState>>
  isStopping?: (() => boolean) | undefined
  checkAccounts?: CheckHealth | undefined
}

/**
 * Adds the probes. `/livez` is about the process alone. `/readyz` answers 200 when accounts or the
 * image host are down, because the catalogue is still served and other replicas depend on the same.
 */
export const addHealthRoutes = (
  app: Hono,
  { sources, checkAccounts, isStopping = () => false }: HealthRoutesDeps,
) => {
  const alive = (c: Context) => c.json({ status: 'ok' })
  publicRoute(app, '/livez', alive)
  publicRoute(app, '/healthz', alive)
  publicRoute(app, '/readyz', async (c) => {
    const states = sources()
    const checked = (await checkAccounts?.()) ?? {}
    const status = isStopping() ? 'stopping' : toStatus(states, checked)
    c.header('Cache-Control', 'no-store')
    const isServing = status === 'ready' || status === 'degraded'
    return c.json({ status, sources: states, ...checked }, isServing ? 200 : 503)
  })
}

type Parts = Readonly<Record<string, { ready: boolean }>>

const toStatus = (sources: Parts, checked: Parts) => {
  if (sources.catalogue?.ready === false) return 'starting'
  return allReady({ ...sources, ...checked }) ? 'ready' : 'degraded'
}

const allReady = (parts: Parts) => Object.values(parts).every(({ ready }) => ready)

export const createMetricsApp = (metrics: Metrics): Hono => {
  const app = new Hono()
  app.get('/metrics', async (c) => {
    const { contentType, text } = await metrics.render()
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
  app.notFound(notFoundHandler)
  return app
}
