import type { Context, Hono } from 'hono'
import type { SnapshotState } from '../catalogue/snapshot-store.ts'
import { publicRoute } from './public-route.ts'

interface HealthRoutesDeps {
  /** Each source of the server by name. */
  readonly sources: () => Readonly<Record<string, SnapshotState>>
}

/** Probes: `/livez` is about the process alone, `/readyz` about what it needs to answer well. */
export const addHealthRoutes = (app: Hono, { sources }: HealthRoutesDeps) => {
  const alive = (c: Context) => c.json({ status: 'ok' })
  publicRoute(app, '/livez', alive)
  publicRoute(app, '/healthz', alive)
  publicRoute(app, '/readyz', (c) => {
    const states = sources()
    const ready = Object.values(states).every((state) => state.ready)
    c.header('Cache-Control', 'no-store')
    return c.json({ status: ready ? 'ready' : 'starting', sources: states }, ready ? 200 : 503)
  })
}
