import { createClient } from 'redis'
import type { Log } from '../log.ts'

export type Redis = ReturnType<typeof createRedisClient>

const createRedisClient = (url: string) =>
  createClient({
    url,
    // A command must fail at once while Redis is away, so that what needs it can answer.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: 60_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000),
    },
    pingInterval: 20_000,
  })

/**
 * A connection to Redis or Valkey that comes back by itself. The server starts without it: the first
 * answer may wait up to `waitMs` for it, not longer.
 */
export const connectRedis = async (url: string, log: Log, waitMs = 2_000): Promise<Redis> => {
  const client = createRedisClient(url)
  let away = false
  client.on('error', (error) => {
    if (!away) log.error({ err: error }, 'Redis is away')
    away = true
  })
  client.on('ready', () => {
    if (away) log.info({}, 'Redis is back')
    away = false
  })
  const connected = client.connect().catch(() => undefined)
  const waited = Promise.withResolvers<void>()
  const timer = setTimeout(waited.resolve, waitMs)
  await Promise.race([connected, waited.promise])
  clearTimeout(timer)
  return client
}
