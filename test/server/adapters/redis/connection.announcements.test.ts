import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectRedis,
  createRedisAnnouncements,
  type Redis,
} from '../../../../server/adapters/redis/connection.ts'
import { silentLog } from '../../../accounts-app.ts'
import { hasRedis, type RunningRedis, startRedis } from '../../../tools/servers/start-redis.ts'

describe.skipIf(!hasRedis())('createRedisAnnouncements', () => {
  let server: RunningRedis
  let clients: readonly Redis[]
  beforeAll(async () => {
    server = await startRedis()
    clients = await Promise.all([1, 2].map(() => connectRedis(server.url, silentLog)))
  })
  afterAll(async () => {
    for (const client of clients) client.destroy()
    await server.stop()
  })

  it('reaches every replica that listens to the topic, over a restart of Redis too', async () => {
    const [one, two] = clients.map(createRedisAnnouncements)
    const heard: string[] = []
    one?.onAnnounced('news', (text) => heard.push(`one ${text}`))
    two?.onAnnounced('news', (text) => heard.push(`two ${text}`))
    two?.onAnnounced('other', (text) => heard.push(`other ${text}`))
    // Announces a text repeatedly until it arrives, because Redis drops announcements while nobody
    // listens.
    const say = (text: string) =>
      expect
        .poll(() => {
          one?.announce('news', text)
          return heard
        })
        .toEqual(expect.arrayContaining([`one ${text}`, `two ${text}`]))
    await say('first')

    const port = Number(new URL(server.url).port)
    await server.stop()
    one?.announce('news', 'lost')
    server = await startRedis(port)
    await expect.poll(() => clients.every(({ isReady }) => isReady)).toBe(true)
    await say('second')
    expect(heard.join()).not.toMatch(/lost|other/)
  })
})
