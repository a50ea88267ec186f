import pTimeout from 'p-timeout'
import { createClient } from 'redis'
import type { Log } from '../../ports.ts'

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
  })

/** How often the connection is tried, and how long an answer may take. */
const watchMs = 2_000

/**
 * The driver has no deadline for a command that is sent: when Redis, or the way to it, hangs without a
 * word, all that wait are given up and a new connection is tried, until which all fail at once.
 */
const watch = (client: Redis) => {
  const timer = setInterval(async () => {
    if (!client.isOpen) return clearInterval(timer)
    if (!client.isReady) return
    const answered = client.ping().then(
      () => true,
      () => true,
    )
    if ((await pTimeout(answered, { milliseconds: watchMs, message: false })) || !client.isReady)
      return
    client.emit('error', new Error(`Redis did not answer within ${watchMs} ms`))
    client.destroy()
    client.connect().catch(() => undefined)
  }, watchMs)
  timer.unref()
}

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
  await pTimeout(connected, { milliseconds: waitMs, message: false })
  watch(client)
  return client
}
