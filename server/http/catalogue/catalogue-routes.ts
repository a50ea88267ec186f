import type { Hono } from 'hono'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { whenKnown } from '../../catalogue/snapshot-store.ts'
import { DomainError } from '../../domain-error.ts'
import { publicRoute, quickRoute } from '../add-route.ts'
import { sendText } from '../answers/send.ts'
import { sendPrepared } from '../answers/send-prepared.ts'

interface CatalogueRoutesDeps {
  snapshot: CurrentSnapshot
  instance: Instance
}

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

  publicRoute(app, '/tags.json', async (c) =>
    sendPrepared(c, (await snapshot()).catalogue.answers.tags),
  )

  publicRoute(app, '/api/instance', (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    return sendText(c, JSON.stringify(instance), 'application/json')
  })
}

// Names the missing GitHub settings, as spec §7 demands for `/api/colors`. All other routes hide them.
const explainMissing = (cause: unknown): never => {
  if (!(cause instanceof DomainError) || cause.code !== 'CONFIGURATION_MISSING') throw cause
  throw new DomainError('COLORS_UNAVAILABLE', 'GitHub configuration missing', { cause })
}
