import pTimeout from 'p-timeout'
import { createClient } from 'redis'
import type { Announcements, Log } from '../../ports.ts'

export type Redis = ReturnType<typeof createRedisClient>

const createRedisClient = (url: string) =>
  createClient({
    url,
    // While Redis is down, a Redis command fails at once, so that requests do not wait for Redis.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: 60_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000),
    },
  })

const watchMs = 2_000

// Pings Redis every two seconds. The Redis driver sets no time limit for a command that was sent. When Redis or the
// network hangs, `watch` fails all waiting commands and opens a new connection.
const watch = (client: Redis) => {
  const timer = setInterval(async () => {
    if (!client.isOpen) return clearInterval(timer)
    if (!client.isReady) return
    const answered = client.ping().then(isAnswer, isAnswer)
    const options = { milliseconds: watchMs, message: false } as const
    if ((await pTimeout(answered, options)) || !client.isReady) return
    client.emit('error', new Error(`Redis did not answer within ${watchMs} ms`))
    client.destroy()
    client.connect().catch(() => undefined)
  }, watchMs)
  timer.unref()
}

const isAnswer = () => true

/** Connects to Redis or Valkey, and reconnects if needed. After `waitMs`, the server starts without it. */
export const connectRedis = async (url: string, log: Log, waitMs = 2_000): Promise<Redis> => {
  const client = createRedisClient(url)
  let away = false
  client.on('error', (error) => {
    if (!away) log.error({ err: error }, 'Redis cannot be reached')
    away = true
  })
  client.on('ready', () => {
    if (away) log.info({}, 'Redis can be reached again')
    away = false
  })
  const connected = client.connect().catch(() => undefined)
  await pTimeout(connected, { milliseconds: waitMs, message: false })
  watch(client)
  return client
}

/** Rejects if Redis cannot be reached. It is tried once. */
export const tryRedis = async (url: string, timeoutMs: number): Promise<void> => {
  const socket = {
    connectTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    reconnectStrategy: false,
  } as const
  const client = createClient({ url, socket })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.destroy()
  }
}

export const createRedisAnnouncements = (redis: Redis): Announcements => ({
  announce: (topic, text) => {
    redis.publish(toChannel(topic), text).catch(() => undefined)
  },
  onAnnounced: (topic, listener) => {
    // After each reconnection, the listener is subscribed again. Subscribing the same listener twice has no effect.
    const subscribe = () => redis.subscribe(toChannel(topic), listener).catch(() => undefined)
    if (redis.isReady) void subscribe()
    redis.on('ready', subscribe)
  },
})

const toChannel = (topic: string) => `fresco:${topic}`
