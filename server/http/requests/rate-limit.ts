import type { Hono } from 'hono'
import { DomainError } from '../../domain-error.ts'
import type { RequestLimit, TakenRequest } from '../../ports.ts'
import { setPublicHeaders } from '../answers/headers.ts'
import type { ReadClientAddress } from './client-address.ts'

export interface RateLimitDeps {
  limit: RequestLimit
  clientAddress: ReadClientAddress
}

const exposedName = 'Access-Control-Expose-Headers'
const exposed = 'RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

/**
 * Returns whether requests for a path are counted. Health checks are not, because a refused one would stop a healthy
 * server. Style sheets, scripts and the icon are not, because a refused one would break a page.
 */
export const isRateLimited = (path: string): boolean =>
  !/^\/(?:livez|readyz|healthz|site\.(?:css|js)|docs\.css|icon\.svg|favicon\.ico)$/.test(path)

/** Limits the requests of each client. It must come before the routes, because Hono runs them in order. */
export const addRateLimit = (app: Hono, { limit, clientAddress }: RateLimitDeps) => {
  const { requests, windowSeconds } = limit.allowance
  app.use('*', async (c, next) => {
    // `OPTIONS` requests are not counted, because browsers send CORS preflight requests without being asked.
    if (c.req.method === 'OPTIONS' || !isRateLimited(c.req.path)) return next()
    const taken = await limit.take(clientAddress(c).key)
    // The headers of draft-ietf-httpapi-ratelimit-headers, and the older ones that most clients know.
    const headers = Object.entries({
      'RateLimit-Policy': `"default";q=${requests};w=${windowSeconds}`,
      RateLimit: `"default";r=${taken.remaining};t=${taken.resetSeconds}`,
      'RateLimit-Limit': String(requests),
      'RateLimit-Remaining': String(taken.remaining),
      'RateLimit-Reset': String(taken.resetSeconds),
    })
    if (!taken.isAllowed) {
      setPublicHeaders(c)
      for (const [name, value] of headers) c.header(name, value)
      c.header(exposedName, exposed, { append: true })
      throw tooManyRequests(limit, taken)
    }
    await next()
    for (const [name, value] of headers) c.res.headers.set(name, value)
    c.res.headers.append(exposedName, exposed)
  })
}

export const tooManyRequests = ({ allowance }: RequestLimit, { resetSeconds }: TakenRequest) =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `Too many requests: ${allowance.requests} in ${allowance.windowSeconds} seconds are allowed, try again in ${resetSeconds} seconds`,
    { retryAfterSeconds: resetSeconds },
  )
