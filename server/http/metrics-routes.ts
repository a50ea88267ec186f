import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Metrics } from '../metrics.ts'
import { notFoundHandler } from './not-found.ts'

/** Where a request is counted that no route knows: paths that people invent are not series. */
const unknownRoute = 'none'
const knownMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE'])

/** Measures every answer of `app`; to be called before any route is added. */
export const addRequestMetrics = (app: Hono, { observeRequest }: Metrics) => {
  app.use(async (c, next) => {
    const began = performance.now()
    await next()
    const { method } = c.req
    const route = routePath(c, -1)
    observeRequest({
      method: knownMethods.has(method) ? method : 'other',
      // The pattern of a middleware is all that matches an unknown path.
      route: route.endsWith('/*') ? unknownRoute : route,
      status: c.res.status,
      seconds: (performance.now() - began) / 1000,
    })
  })
}

/** What listens at `METRICS_PORT`, apart from the service itself: it is not for the public. */
export const createMetricsApp = (metrics: Metrics): Hono => {
  const app = new Hono()
  app.get('/metrics', async (c) => {
    const { contentType, text } = await metrics.render()
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
  app.notFound(notFoundHandler)
  return app
}
