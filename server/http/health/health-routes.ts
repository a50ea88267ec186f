import type { Context, Hono } from 'hono'
import type { SnapshotState } from '../../catalogue/snapshot-store.ts'
import type { CheckHealth } from '../../ports.ts'
import { publicRoute } from '../requests/public-route.ts'

interface HealthRoutesDeps {
  /** Each source of the server by name; nothing is served before the one named `catalogue`. */
  sources: () => Readonly<Record<string, SnapshotState>>
  /** Whether the server was told to stop: requests should go elsewhere from now on. */
  isStopping?: (() => boolean) | undefined
  /** What accounts and favorites need; `undefined`: nothing. */
  checkAccounts?: CheckHealth | undefined
}

/**
 * Probes: `/livez` is about the process alone, `/readyz` about what it needs to answer well. Without
 * its accounts or its image host a server still answers every route of the catalogue: `degraded`, and
 * no reason to send the requests elsewhere, because the other replicas need the same of others.
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
