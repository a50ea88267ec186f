import type { Context, Hono } from 'hono'
import { DomainError } from '../domain-error.ts'
import type { RequestLimit, TakenRequest } from '../request-limit.ts'
import type { ClientAddress } from './client-address.ts'
import { allowEveryOrigin } from './public-route.ts'

export interface RateLimitDeps {
  readonly limit: RequestLimit
  readonly clientAddress: ClientAddress
}

const exposed =
  'RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After'

/** Limits the requests of each client to `/api`; to be called before any route of it is added. */
export const addRateLimit = (app: Hono, { limit, clientAddress }: RateLimitDeps) => {
  const { requests, windowSeconds } = limit.allowance
  const policy = `"default";q=${requests};w=${windowSeconds}`

  /** The names of draft-ietf-httpapi-ratelimit-headers, and those of its drafts that clients know. */
  const tell = (c: Context, { remaining, resetSeconds }: TakenRequest) => {
    c.header('RateLimit-Policy', policy)
    c.header('RateLimit', `"default";r=${remaining};t=${resetSeconds}`)
    c.header('RateLimit-Limit', String(requests))
    c.header('RateLimit-Remaining', String(remaining))
    c.header('RateLimit-Reset', String(resetSeconds))
    c.header('Access-Control-Expose-Headers', exposed)
  }
  app.use('/api/*', async (c, next) => {
    // A browser asks on its own whether it may ask.
    if (c.req.method === 'OPTIONS') return next()
    const taken = await limit.take(clientAddress(c))
    tell(c, taken)
    if (taken.isAllowed) return next()
    allowEveryOrigin(c)
    throw tooMany(limit, taken)
  })
}

const tooMany = ({ allowance }: RequestLimit, { resetSeconds }: TakenRequest) =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `Too many requests: ${allowance.requests} in ${allowance.windowSeconds} seconds are answered, try again in ${resetSeconds} seconds`,
    { retryAfterSeconds: resetSeconds },
  )
