import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../domain-error.ts'
import type { UserLock } from '../../favorites/favorites-store.ts'
import type { Redis } from './connection.ts'

// A lock ends by itself after this time. Work under a lock takes up to 14 s, at Clerk.
const defaultTtlMs = 20_000
// Longer than a lock lasts, so that the lock of a crashed replica ends while other replicas still wait for it.
const defaultWaitMs = 25_000

// Deletes a lock only if this process still holds it. If the lock expired, another process may hold it now.
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export const createRedisLock = (
  redis: Pick<Redis, 'set' | 'eval'>,
  { ttlMs = defaultTtlMs, waitMs = defaultWaitMs } = {},
): UserLock => {
  const acquire = async (key: string, token: string) => {
    const until = performance.now() + waitMs
    const options = { condition: 'NX', expiration: { type: 'PX', value: ttlMs } } as const
    while ((await redis.set(key, token, options)) === null) {
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
      await redis.eval(release, { keys: [key], arguments: [token] }).catch(() => undefined)
    }
  }
}
