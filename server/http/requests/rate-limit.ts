import type { Hono } from 'hono'
import { DomainError } from '../../domain-error.ts'
import type { RequestLimit, TakenRequest } from '../../ports.ts'
import { carryHeaders } from '../server/request-id.ts'
import type { ClientAddress } from './client-address.ts'
import { allowEveryOrigin } from './public-route.ts'

export interface RateLimitDeps {
  limit: RequestLimit
  clientAddress: ClientAddress
}

const exposed =
  'RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After'

/** Limits the requests of each client to `/api`; to be called before any route of it is added. */
export const addRateLimit = (app: Hono, { limit, clientAddress }: RateLimitDeps) => {
  const { requests, windowSeconds } = limit.allowance
  const policy = `"default";q=${requests};w=${windowSeconds}`

  /** The names of draft-ietf-httpapi-ratelimit-headers, and those of its drafts that clients know. */
  const toHeaders = ({ remaining, resetSeconds }: TakenRequest) => ({
    'RateLimit-Policy': policy,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Limit': String(requests),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
    'Access-Control-Expose-Headers': exposed,
  })
  app.use('/api/*', async (c, next) => {
    // A browser asks on its own whether it may ask.
    if (c.req.method === 'OPTIONS') return next()
    const taken = await limit.take(clientAddress(c))
    const headers = toHeaders(taken)
    if (!taken.isAllowed) {
      allowEveryOrigin(c)
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
      throw tooMany(limit, taken)
    }
    const areSent = carryHeaders(c, headers)
    await next()
    if (areSent()) return
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
}

const tooMany = ({ allowance }: RequestLimit, { resetSeconds }: TakenRequest) =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `Too many requests: ${allowance.requests} in ${allowance.windowSeconds} seconds are answered, try again in ${resetSeconds} seconds`,
    { retryAfterSeconds: resetSeconds },
  )
