import type { Hono } from 'hono'
import { hostedQuerySchema } from '../../../shared/hosted-api.ts'
import { DomainError } from '../../domain-error.ts'
import type { ImageHost } from '../../hosted/image-host.ts'
import { freshJson, sendJson } from '../answers/send-json.ts'
import { parseQuery } from '../requests/parse-query.ts'
import { quickRoute } from '../requests/public-route.ts'

/** Random wallpapers with detail from the image host (spec §4.3). */
export const addHostedRoutes = (app: Hono, { imageHost }: { imageHost: ImageHost }) => {
  quickRoute(app, '/api/random-wallpapers', async (c) => {
    const query = parseQuery(c, hostedQuerySchema)
    const wallpapers = await imageHost.select(query).catch((cause: unknown) => {
      const message = `Failed to fetch wallpapers from ${imageHost.name}`
      throw new DomainError('IMAGE_HOST_UNAVAILABLE', message, { cause })
    })
    return sendJson(c, wallpapers, freshJson)
  })
}
