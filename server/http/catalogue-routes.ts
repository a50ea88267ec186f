import type { Hono } from 'hono'
import type { Instance } from '../../shared/catalogue-api.ts'
import type { CatalogueSnapshot } from '../catalogue/catalogue-store.ts'
import { sendPrepared } from './prepared-json.ts'
import { publicRoute } from './public-route.ts'

interface CatalogueRoutesDeps {
  readonly snapshot: () => Promise<CatalogueSnapshot>
  readonly instance: Instance
}

/** What the catalogue offers to filter by (spec §4.5), and what this server is. */
export const addCatalogueRoutes = (app: Hono, { snapshot, instance }: CatalogueRoutesDeps) => {
  for (const name of ['colors', 'categories'] as const) {
    publicRoute(app, `/api/${name}`, async (c) => {
      const { catalogue } = await snapshot()
      return sendPrepared(c, catalogue.answers[name])
    })
  }

  publicRoute(app, '/api/instance', (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    return c.json(instance)
  })
}
