import type { Hono } from 'hono'
import { DomainError } from '../domain-error.ts'
import type { RequestLimit, TakenRequest } from '../request-limit.ts'
import type { ClientAddress } from './client-address.ts'
import { allowEveryOrigin } from './public-route.ts'

export interface RateLimitDeps {
  readonly limit: RequestLimit
  readonly clientAddress: ClientAddress
}

type SetHeader = (name: string, value: string) => void

const exposed =
  'RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After'

/** Limits the requests of each client to `/api`; to be called before any route of it is added. */
export const addRateLimit = (app: Hono, { limit, clientAddress }: RateLimitDeps) => {
  const { requests, windowSeconds } = limit.allowance
  const policy = `"default";q=${requests};w=${windowSeconds}`

  /** The names of draft-ietf-httpapi-ratelimit-headers, and those of its drafts that clients know. */
  const tell = (set: SetHeader, { remaining, resetSeconds }: TakenRequest) => {
    set('RateLimit-Policy', policy)
    set('RateLimit', `"default";r=${remaining};t=${resetSeconds}`)
    set('RateLimit-Limit', String(requests))
    set('RateLimit-Remaining', String(remaining))
    set('RateLimit-Reset', String(resetSeconds))
    set('Access-Control-Expose-Headers', exposed)
  }
  app.use('/api/*', async (c, next) => {
    // A browser asks on its own whether it may ask.
    if (c.req.method === 'OPTIONS') return next()
    const taken = await limit.take(clientAddress(c))
    if (!taken.isAllowed) {
      allowEveryOrigin(c)
      tell((name, value) => c.header(name, value), taken)
      throw tooMany(limit, taken)
    }
    await next()
    // The answer of a quick route brings all its headers along: those prepared before would be lost.
    tell((name, value) => c.res.headers.set(name, value), taken)
  })
}

const tooMany = ({ allowance }: RequestLimit, { resetSeconds }: TakenRequest) =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `Too many requests: ${allowance.requests} in ${allowance.windowSeconds} seconds are answered, try again in ${resetSeconds} seconds`,
    { retryAfterSeconds: resetSeconds },
  )
