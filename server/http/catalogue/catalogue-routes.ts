import type { Hono } from 'hono'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { whenKnown } from '../../catalogue/snapshot-store.ts'
import { DomainError } from '../../domain-error.ts'
import { sendPrepared } from '../answers/prepared-json.ts'
import { publicRoute, quickRoute } from '../requests/public-route.ts'

interface CatalogueRoutesDeps {
  snapshot: CurrentSnapshot
  instance: Instance
}

/** What the catalogue offers to filter by (spec §4.5), and what this server is. */
export const addCatalogueRoutes = (app: Hono, { snapshot, instance }: CatalogueRoutesDeps) => {
  quickRoute(app, '/api/colors', (c) => {
    const current = snapshot()
    return whenKnown(
      current instanceof Promise ? current.catch(explainMissing) : current,
      ({ catalogue }) => sendPrepared(c, catalogue.answers.colors),
    )
  })
  quickRoute(app, '/api/categories', (c) =>
    whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.categories)),
  )
  // Where clients that read a catalogue's own files look for it, beside main/ and cache/.
  quickRoute(app, '/index.json', (c) =>
    whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.index)),
  )

  publicRoute(app, '/api/instance', (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    return c.json(instance)
  })
}

/** This route alone tells its callers that the server's settings are not complete (spec §7). */
const explainMissing = (cause: unknown): never => {
  if (!(cause instanceof DomainError) || cause.code !== 'CONFIGURATION_MISSING') throw cause
  throw new DomainError('COLORS_UNAVAILABLE', 'GitHub configuration missing', { cause })
}
