import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../domain-error.ts'
import type { UserLock } from '../../favorites/favorites-store.ts'
import type { Redis } from './connection.ts'

interface RedisLockOptions {
  /** After this time the lock ends by itself. Must be longer than the work, which takes up to 14 s at Clerk. */
  ttlMs?: number
  /** Must be longer than `ttlMs`, so that the lock of a crashed replica ends while others still wait. */
  waitMs?: number
}

/** Deletes the lock only while this process still holds it: after `ttlMs` another may have taken it. */
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export const createRedisLock = (
  redis: Pick<Redis, 'set' | 'eval'>,
  { ttlMs = 20_000, waitMs = 25_000 }: RedisLockOptions = {},
): UserLock => {
  const acquire = async (key: string, token: string) => {
    const until = performance.now() + waitMs
    while (
      (await redis.set(key, token, {
        condition: 'NX',
        expiration: { type: 'PX', value: ttlMs },
      })) === null
    ) {
      if (performance.now() > until) throw new Error(`${key} stayed locked for ${waitMs} ms`)
      // The random part keeps waiting replicas from asking at the same moments.
      await sleep(5 + Math.random() * 20)
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
      // If Redis went down, the lock ends by itself after `ttlMs`.
      await redis.eval(release, { keys: [key], arguments: [token] }).catch(() => undefined)
    }
  }
}
