import type { Log } from '../ports.ts'

export const composeRedis = async (url: string | undefined, log: Log) => {
  if (url === undefined) return undefined
  const [{ connectRedis, createRedisAnnouncements }, { createRedisLock }] = await Promise.all([
    import('../adapters/redis/connection.ts'),
    import('../adapters/redis/lock.ts'),
  ])
  const client = await connectRedis(url, log)
  return {
    client,
    announcements: createRedisAnnouncements(client),
    userLock: createRedisLock(client),
  }
}

export type ComposedRedis = Awaited<ReturnType<typeof composeRedis>>
