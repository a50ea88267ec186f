import { RateLimiterRes } from 'rate-limiter-flexible'
import type { AttemptCounter } from '../../identity/attempt-limits.ts'
import { createLimiter, type LimiterOptions } from '../redis/limiter.ts'

/** Counts attempts in memory, or in Redis; while Redis is away, in memory again. */
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
