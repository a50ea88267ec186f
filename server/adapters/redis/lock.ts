import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '../../domain-error.ts'
import type { UserLock } from '../../favorites/favorites-store.ts'
import type { Redis } from './connection.ts'

// Redis removes a user's lock after this time, so that a crashed replica does not block the user forever. Work under
// a lock takes up to 14 seconds, when favorites are stored at Clerk.
const defaultTtlMs = 20_000
// How long a request waits for the lock. Clients wait longer for an answer (`favoritesPatienceMs`).
const defaultWaitMs = 6_000

// Deletes a user's lock in Redis only if this process still holds it. After it expired, another one may hold it.
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export const createRedisLock = (
  redis: Pick<Redis, 'set' | 'eval'>,
  {
    ttlMs = defaultTtlMs,
    waitMs = defaultWaitMs,
    now = () => performance.now(),
    sleep = (ms: number): Promise<unknown> => wait(ms),
    random = Math.random,
  } = {},
): UserLock => {
  const acquire = async (key: string, token: string) => {
    const until = now() + waitMs
    const options = { condition: 'NX', expiration: { type: 'PX', value: ttlMs } } as const
    while ((await redis.set(key, token, options)) === null) {
      if (now() > until) throw new Error(`${key} stayed locked for ${waitMs} ms`)
      // Pauses for a partly random time, so that waiting replicas do not all ask Redis at the same moments.
      await sleep(5 + random() * 20)
    }
  }
  return async (userId, work) => {
    const key = `fresco:lock:${userId}`
    const token = randomUUID()
    await acquire(key, token).catch((cause: unknown) => {
      throw new DomainError('BUSY', 'Failed to fetch favorites', { cause, retryAfterSeconds: 5 })
    })
    try {
      return await work()
    } finally {
      await redis.eval(release, { keys: [key], arguments: [token] }).catch(() => undefined)
    }
  }
}
