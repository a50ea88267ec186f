import type { Announcements } from '../../ports.ts'
import type { Redis } from './connection.ts'

/** Announcements by the channels of Redis or Valkey, which are listened to again when it is back. */
export const createRedisAnnouncements = (redis: Redis): Announcements => ({
  announce: (topic, text) => {
    redis.publish(toChannel(topic), text).catch(() => undefined)
  },
  onAnnounced: (topic, listener) => {
    // The same listener a second time changes nothing.
    const subscribe = () => redis.subscribe(toChannel(topic), listener).catch(() => undefined)
    if (redis.isReady) void subscribe()
    redis.on('ready', subscribe)
  },
})

const toChannel = (topic: string) => `fresco:${topic}`
