import { Hono } from 'hono'
import type { Metrics } from '../../ports.ts'
import { notFoundHandler } from '../requests/not-found.ts'

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
