import type { Hono } from 'hono'
import type { ObservedRequest } from '../../ports.ts'
import type { Answer, NodeRequest } from './request-id.ts'

// The route under which unknown paths are counted together. Counting each path on its own would create a time series
// for every path that a client makes up.
const unknownRoute = 'none'
const knownMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE'])

export type Observe = (observed: ObservedRequest, request: NodeRequest) => void

/**
 * Reports every response to the metrics when it has been sent. It wraps the app, because a middleware would cost the
 * busiest routes five times as much time.
 */
export const observeAnswers = (app: Hono, observers: readonly Observe[]): Answer => {
  if (observers.length === 0) return app.fetch
  const routeOf = createRouteOf(app)
  return (request, env) => {
    const began = performance.now()
    const { incoming, outgoing } = env
    outgoing.on('finish', () => {
      const method = incoming.method ?? 'GET'
      const observed = {
        method: knownMethods.has(method) ? method : 'other',
        route: routeOf(method, pathOf(env)),
        status: outgoing.statusCode,
        seconds: (performance.now() - began) / 1000,
      }
      for (const observe of observers) observe(observed, env)
    })
    return app.fetch(request, env)
  }
}

export const pathOf = ({ incoming: { url = '/' } }: NodeRequest) => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

const createRouteOf =
  ({ router }: Hono) =>
  (method: string, path: string): string => {
    const [handlers] = router.match(method === 'HEAD' ? 'GET' : method, path)
    const route = handlers.at(-1)?.[0][1].path ?? unknownRoute
    // A path that matches only the pattern of a middleware, which contains `*`, belongs to no route.
    return route.endsWith('/*') ? unknownRoute : route
  }
