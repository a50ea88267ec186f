import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { AttemptCounter } from '../identity/attempt-limits.ts'

interface AttemptCounterOptions {
  /** Keeps counters apart in a shared store. */
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
  /** A client of Redis or Valkey; without it each process counts for itself. */
  readonly redis?: unknown
}

/** Counts attempts in memory, or in Redis; while Redis is away, in memory again. */
export const createAttemptCounter = ({
  name,
  max,
  windowSeconds,
  redis,
}: AttemptCounterOptions): AttemptCounter => {
  const options = { keyPrefix: `fresco:${name}`, points: max, duration: windowSeconds }
  const memory = new RateLimiterMemory(options)
  const limiter =
    redis === undefined
      ? memory
      : new RateLimiterRedis({
          ...options,
          storeClient: redis,
          useRedisPackage: true,
          insuranceLimiter: memory,
        })
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
