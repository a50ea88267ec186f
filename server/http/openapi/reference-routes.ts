import type { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import type { ApiIndex } from '../../../shared/service-api.ts'
import type { PreparedAnswer } from '../../catalogue/catalogue.ts'
import { publicRoute, quickRoute } from '../add-route.ts'
import { toEtag } from '../answers/send.ts'
import { sendPrepared } from '../answers/send-prepared.ts'
import type { OpenApiDocument } from '../openapi-document.ts'
import { createSite } from '../site.ts'

interface OpenApiRoutesDeps {
  document: () => OpenApiDocument
  publicUrl: string
}

export const addOpenApiRoutes = (app: Hono, { document, publicUrl }: OpenApiRoutesDeps) => {
  let prepared: PreparedAnswer | undefined
  quickRoute(app, '/openapi.json', (c) => {
    prepared ??= prepare(document())
    return sendPrepared(c, prepared)
  })

  publicRoute(app, '/api', (c) => {
    c.header('Vary', 'Accept')
    c.header('Cache-Control', 'public, max-age=60')
    const wanted = accepts(c, {
      header: 'Accept',
      supports: ['application/json', 'text/html'],
      default: 'application/json',
    })
    if (wanted === 'text/html') return c.redirect(createSite(publicUrl).link('/docs'), 302)
    const index: ApiIndex = {
      documentation: `${publicUrl}/docs`,
      openapi: `${publicUrl}/openapi.json`,
    }
    return c.json(index)
  })
}

const prepare = (document: OpenApiDocument): PreparedAnswer => {
  const body = Buffer.from(JSON.stringify(document))
  return { body, etag: toEtag(body), gzip: undefined, br: undefined, isCompressedLater: true }
}
