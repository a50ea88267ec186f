import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClerkApi } from '../../../../server/adapters/clerk/api.ts'
import { createClerkFavorites } from '../../../../server/adapters/clerk/favorites.ts'
import { connectRedis, type Redis } from '../../../../server/adapters/redis/connection.ts'
import { createAttemptCounter } from '../../../../server/adapters/redis/limits.ts'
import { createRedisLock } from '../../../../server/adapters/redis/lock.ts'
import { silentLog } from '../../../accounts-app.ts'
import { favoritesStoreContract } from '../../../contracts/favorites-store.ts'
import { type ClerkBackend, startClerkBackend } from '../../../emulators/clerk-backend.ts'
import { hasRedis, type RunningRedis, startRedis } from '../../../tools/servers/start-redis.ts'

describe.skipIf(!hasRedis())('Redis', () => {
  let server: RunningRedis
  let redis: Redis
  let second: Redis
  let clerk: ClerkBackend
  beforeAll(async () => {
    ;[server, clerk] = await Promise.all([startRedis(), startClerkBackend()])
    ;[redis, second] = await Promise.all([
      connectRedis(server.url, silentLog),
      connectRedis(server.url, silentLog),
    ])
  })
  afterAll(async () => {
    redis.destroy()
    second.destroy()
    await Promise.all([server.stop(), clerk.stop()])
  })

  const createStore = (client: Redis, waits: { deadlineMs?: number; holdMs?: number } = {}) =>
    createClerkFavorites({
      clerk: createClerkApi({
        secretKey: 'sk_live_x',
        publishableKey: clerk.env.CLERK_PUBLISHABLE_KEY ?? '',
        apiUrl: clerk.url,
        ...waits,
      }),
      lock: createRedisLock(client),
      ...waits,
    })

  favoritesStoreContract('Clerk, two replicas', async () => {
    clerk.behave({ latencyMs: 5 })
    return {
      stores: [createStore(redis), createStore(second)],
      addUser: async () => clerk.addUser().id,
      // Clerk's metadata limit of 7 KB holds exactly 715 ids of the length that the suite uses.
      limit: 715,
    }
  })

  it('keeps other replicas from changing what a late write may still overwrite', async () => {
    const { id } = clerk.addUser()
    const add = (wallpaper: string) => ({ action: 'add', id: wallpaper }) as const
    clerk.behave({ fail: 'late', failOn: ['write'], lateMs: 1_200 })
    const unsure = createStore(redis, { deadlineMs: 1_000, holdMs: 2_000 }).change(
      id,
      add('unsure'),
    )
    await expect(unsure).rejects.toMatchObject({ code: 'BUSY' })
    clerk.behave()
    expect(await createStore(second).change(id, add('b'))).toEqual(['unsure', 'b'])
  })

  describe('createRedisLock', () => {
    it('lets one replica at a time work for a user', async () => {
      let working = 0
      let most = 0
      const work = async () => {
        working += 1
        most = Math.max(most, working)
        await sleep(5)
        working -= 1
      }
      const locks = [createRedisLock(redis), createRedisLock(second)]
      await Promise.all(Array.from({ length: 20 }, (_, n) => locks[n % 2]?.('one', work)))
      expect(most).toBe(1)
    })

    it('lets different users not wait for each other', async () => {
      const lock = createRedisLock(redis)
      const order: string[] = []
      const other = Promise.withResolvers<void>()
      await Promise.all([
        lock('slow', async () => {
          await other.promise
          order.push('slow')
        }),
        lock('fast', async () => void order.push('fast')).then(other.resolve),
      ])
      expect(order).toEqual(['fast', 'slow'])
    })

    it('is given back after a failure, which is passed on', async () => {
      const lock = createRedisLock(redis)
      await expect(lock('f', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
      expect(await lock('f', async () => 'free')).toBe('free')
    })

    it('ends by itself when its holder is gone, and is not given back for another', async () => {
      const short = createRedisLock(redis, { ttlMs: 50 })
      const held = short('t', () => sleep(150))
      await sleep(80)
      let isAlone = true
      const next = createRedisLock(second)('t', async () => {
        await held
        // The first holder exceeded its time limit and has ended. It must not have released the
        // lock of the second holder.
        isAlone = (await redis.get('fresco:lock:t')) !== null
      })
      await next
      expect(isAlone).toBe(true)
    })

    it('waits for six seconds, with partly random pauses', async () => {
      let now = 0
      const pauses: number[] = []
      const sleep = async (ms: number) => {
        pauses.push(ms)
        now += ms
      }
      await redis.set('fresco:lock:s', 'crashed')
      const lock = createRedisLock(redis, { now: () => now, sleep, random: () => 0.5 })
      await expect(lock('s', async () => 1)).rejects.toMatchObject({ code: 'BUSY' })
      expect(pauses).toEqual(Array(401).fill(15))
    })
  })

  describe('createAttemptCounter', () => {
    it('counts for all replicas together', async () => {
      const options = { name: 'shared', max: 3, windowSeconds: 60 }
      const one = createAttemptCounter({ ...options, redis })
      const two = createAttemptCounter({ ...options, redis: second })
      for (const counter of [one, two, one]) expect(await counter.count('k')).toBeUndefined()
      expect(await two.count('k')).toBeGreaterThan(0)
      await one.forget('k')
      expect(await two.count('k')).toBeUndefined()
    })
  })

  describe('connectRedis', () => {
    it('starts without Redis, and works when it comes', async () => {
      const lost = await startRedis()
      const port = Number(new URL(lost.url).port)
      await lost.stop()
      const client = await connectRedis(lost.url, silentLog, 50)
      await expect(client.get('a')).rejects.toThrow()
      const back = await startRedis(port)
      await expect.poll(() => client.isReady).toBe(true)
      expect(await client.set('a', '1')).toBe('OK')
      client.destroy()
      await back.stop()
    })

    it('gives up what waits when Redis hangs, and comes back with it', async () => {
      const hanging = await startRedis()
      const client = await connectRedis(hanging.url, silentLog)
      const counter = createAttemptCounter({
        name: 'hanging',
        max: 1,
        windowSeconds: 60,
        redis: client,
      })
      process.kill(hanging.pid, 'SIGSTOP')
      await Promise.all([
        expect(createRedisLock(client)('x', async () => 1)).rejects.toMatchObject({ code: 'BUSY' }),
        expect(counter.count('k')).resolves.toBeUndefined(),
      ])
      expect(await counter.count('k')).toBeGreaterThan(0)
      process.kill(hanging.pid, 'SIGCONT')
      await expect.poll(() => client.isReady).toBe(true)
      // Redis has received the first lock after all, so it stays locked until its time is over.
      expect(await createRedisLock(client)('y', async () => 1)).toBe(1)
      client.destroy()
      await hanging.stop()
    })
  })
})
