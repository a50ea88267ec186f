import type { Config } from '../config/config.ts'
import type { Announcements, Log } from '../ports.ts'

/** What replicas share; `undefined` where there is but one. */
export const composeRedis = async ({ redisUrl }: Pick<Config, 'redisUrl'>, log: Log) => {
  if (redisUrl === undefined) return undefined
  const [{ connectRedis }, { createRedisAnnouncements }] = await Promise.all([
    import('../adapters/redis/connection.ts'),
    import('../adapters/redis/announcements.ts'),
  ])
  const client = await connectRedis(redisUrl, log)
  const announcements: Announcements = createRedisAnnouncements(client)
  return { client, announcements }
}

export type ComposedRedis = Awaited<ReturnType<typeof composeRedis>>
