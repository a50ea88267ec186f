import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

export interface LimiterOptions {
  /** Keeps counters apart in a shared store. */
  name: string
  max: number
  windowSeconds: number
  /** A client of Redis or Valkey; without it each process counts for itself. */
  redis?: unknown
  /** Who has used up all is turned away without asking Redis. */
  blockInMemory?: boolean
}

/** Counts in memory, or in Redis; while Redis is away, in memory again. */
export const createLimiter = ({
  name,
  max,
  windowSeconds,
  redis,
  blockInMemory = false,
}: LimiterOptions) => {
  const options = { keyPrefix: `fresco:${name}`, points: max, duration: windowSeconds }
  const memory = new RateLimiterMemory(options)
  if (redis === undefined) return memory
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    useRedisPackage: true,
    insuranceLimiter: memory,
    ...(blockInMemory && { inMemoryBlockOnConsumed: max }),
  })
}
