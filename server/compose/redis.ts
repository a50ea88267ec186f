import type { Config } from '../config/config.ts'
import type { Log } from '../ports.ts'

export const composeRedis = async ({ redisUrl }: Pick<Config, 'redisUrl'>, log: Log) => {
  if (redisUrl === undefined) return undefined
  const [{ connectRedis, createRedisAnnouncements }, { createRedisLock }] = await Promise.all([
    import('../adapters/redis/connection.ts'),
    import('../adapters/redis/lock.ts'),
  ])
  const client = await connectRedis(redisUrl, log)
  return {
    client,
    announcements: createRedisAnnouncements(client),
    userLock: createRedisLock(client),
  }
}

export type ComposedRedis = Awaited<ReturnType<typeof composeRedis>>
