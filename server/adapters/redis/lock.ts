import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../domain-error.ts'
import type { UserLock } from '../../favorites/user-lock.ts'
import type { Redis } from './connection.ts'

interface RedisLockOptions {
  /** Longer than the work can take (at Clerk 14 s): what holds the lock past it is no longer alone. */
  ttlMs?: number
  /** How long a turn is waited for; longer than `ttlMs`, so that a crash holds nobody up for ever. */
  waitMs?: number
}

/** Only who took the lock may give it back: after `ttlMs` it may be another's. */
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/** A lock per user that all replicas share, on one Redis or Valkey. */
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
      if (performance.now() > until) throw new Error(`${key} was not free within ${waitMs} ms`)
      // At random, so that replicas that wait do not ask in step.
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
      // When Redis went away meanwhile, the lock ends by itself.
      await redis.eval(release, { keys: [key], arguments: [token] }).catch(() => undefined)
    }
  }
}
