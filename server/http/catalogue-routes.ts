import type { Hono } from 'hono'
import type { Instance } from '../../shared/catalogue-api.ts'
import type { CatalogueSnapshot } from '../catalogue/catalogue-store.ts'
import { toColorRecord } from '../catalogue/color-hex.ts'
import { prepared } from './prepared-json.ts'
import { publicRoute } from './public-route.ts'

interface CatalogueRoutesDeps {
  readonly snapshot: () => Promise<CatalogueSnapshot>
  readonly instance: Instance
}

/** What the catalogue offers to filter by (spec §4.5), and what this server is. */
export const addCatalogueRoutes = (app: Hono, { snapshot, instance }: CatalogueRoutesDeps) => {
  const colors = prepared(({ catalogue }) => catalogue.colorNames.map(toColorRecord))
  publicRoute(app, '/api/colors', async (c) => colors(c, await snapshot()))

  const categories = prepared(({ catalogue }) => catalogue.categories)
  publicRoute(app, '/api/categories', async (c) => categories(c, await snapshot()))

  publicRoute(app, '/api/instance', (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    return c.json(instance)
  })
}
