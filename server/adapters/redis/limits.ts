import {
  type IRateLimiterRedisOptions,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import type { AttemptCounter } from '../../identity/attempt-limits.ts'
import type { RequestAllowance, RequestLimit, TakenRequest } from '../../ports.ts'

interface LimiterOptions {
  name: string
  max: number
  windowSeconds: number
  /** A client of Redis or Valkey that counts for all replicas. Without it, each process counts its own requests. */
  redis?: unknown
}

// Counts requests in Redis. While Redis is down, each process counts its own requests in memory.
const createLimiter = (
  { name, max, windowSeconds, redis }: LimiterOptions,
  redisOptions: Partial<IRateLimiterRedisOptions> = {},
) => {
  const options = { keyPrefix: `fresco:${name}`, points: max, duration: windowSeconds }
  const memory = new RateLimiterMemory(options)
  if (redis === undefined) return memory
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    useRedisPackage: true,
    insuranceLimiter: memory,
    ...redisOptions,
  })
}

export const createAttemptCounter = (options: LimiterOptions): AttemptCounter => {
  const limiter = createLimiter(options)
  return {
    count: async (key) => {
      try {
        await limiter.consume(key)
        return undefined
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000)
        throw refused
      }
    },
    forgive: async (key) => {
      await limiter.reward(key)
    },
    forget: async (key) => {
      await limiter.delete(key)
    },
  }
}

interface ClientRequestLimitOptions {
  allowance: RequestAllowance
  redis?: unknown
  timeoutMs?: number
}

export const createClientRequestLimit = ({
  allowance,
  redis,
  timeoutMs = 200,
}: ClientRequestLimitOptions): RequestLimit => {
  const { requests: max, windowSeconds } = allowance
  const options = { name: 'requests', max, windowSeconds, redis }
  const limiter = createLimiter(options, { inMemoryBlockOnConsumed: max })
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

// A request is refused only when its limit is exceeded. When requests cannot be counted, the request is allowed.
const toRefused = (refused: unknown): TakenRequest =>
  refused instanceof RateLimiterRes
    ? { isAllowed: false, remaining: 0, resetSeconds: Math.ceil(refused.msBeforeNext / 1000) }
    : { isAllowed: true, remaining: 0, resetSeconds: 1 }
