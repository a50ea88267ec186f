import { RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import type { RequestAllowance, RequestLimit, TakenRequest } from '../../ports.ts'
import { createLimiter } from './limiter.ts'

interface ClientRequestLimitOptions {
  allowance: RequestAllowance
  /** A client of Redis or Valkey; without it each process counts for itself. */
  redis?: unknown
  /** No request waits longer for Redis; milliseconds. */
  timeoutMs?: number
}

/** Counts requests in memory, or in Redis; while Redis is away or slow, in memory again. */
export const createClientRequestLimit = ({
  allowance,
  redis,
  timeoutMs = 200,
}: ClientRequestLimitOptions): RequestLimit => {
  const { requests: max, windowSeconds } = allowance
  const limiter = createLimiter({
    name: 'requests',
    max,
    windowSeconds,
    redis,
    blockInMemory: true,
  })
  const bounded = redis === undefined ? limiter : new RLWrapperTimeouts({ limiter, timeoutMs })
  return {
    allowance,
    take: (client) => bounded.consume(client).then(toAllowed, toRefused),
  }
}

const toAllowed = ({ remainingPoints, msBeforeNext }: RateLimiterRes): TakenRequest => ({
  isAllowed: true,
  remaining: remainingPoints,
  resetSeconds: Math.ceil(msBeforeNext / 1000),
})

/** Counting that fails in some other way turns nobody away. */
const toRefused = (refused: unknown): TakenRequest =>
  refused instanceof RateLimiterRes
    ? { isAllowed: false, remaining: 0, resetSeconds: Math.ceil(refused.msBeforeNext / 1000) }
    : { isAllowed: true, remaining: 0, resetSeconds: 1 }
