import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRedis } from '../../../../server/adapters/redis/connection.ts'
import { createClientRequestLimit } from '../../../../server/adapters/redis/limits.ts'
import { silentLog } from '../../../accounts-app.ts'
import { hasRedis, type RunningRedis, startRedis } from '../../../tools/servers/start-redis.ts'

const allowance = { requests: 2, windowSeconds: 60 }

describe('createClientRequestLimit', () => {
  it('allows as many as were allowed, then says how long to wait', async () => {
    const { take } = createClientRequestLimit({ allowance })
    expect(await take('a')).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60 })
    expect(await take('a')).toMatchObject({ isAllowed: true, remaining: 0 })
    expect(await take('a')).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 60 })
    expect(await take('b')).toMatchObject({ isAllowed: true, remaining: 1 })
  })
})

describe.skipIf(!hasRedis())('createClientRequestLimit with Redis', () => {
  let server: RunningRedis
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.stop())

  it('counts for all replicas together, in memory while Redis is away, then together again', async () => {
    const port = Number(new URL(server.url).port)
    const clients = [
      await connectRedis(server.url, silentLog),
      await connectRedis(server.url, silentLog),
    ]
    const [one, two] = clients.map((redis) => createClientRequestLimit({ allowance, redis }))
    const isAllowed = async (limit: typeof one, key: string) => (await limit?.take(key))?.isAllowed
    expect(await isAllowed(one, 'shared')).toBe(true)
    expect(await isAllowed(two, 'shared')).toBe(true)
    expect(await isAllowed(one, 'shared')).toBe(false)
    expect(await isAllowed(two, 'shared')).toBe(false)

    await server.stop()
    for (const limit of [one, two])
      expect([
        await isAllowed(limit, 'away'),
        await isAllowed(limit, 'away'),
        await isAllowed(limit, 'away'),
      ]).toEqual([true, true, false])

    server = await startRedis(port)
    await expect.poll(() => clients.every(({ isReady }) => isReady)).toBe(true)
    await one?.take('back')
    expect(await two?.take('back')).toMatchObject({ isAllowed: true, remaining: 0 })
    for (const client of clients) client.destroy()
  })

  it('lets nobody wait for a Redis that hangs', async () => {
    const [redis, other] = [
      await connectRedis(server.url, silentLog),
      await connectRedis(server.url, silentLog),
    ]
    const { take } = createClientRequestLimit({ allowance, redis, timeoutMs: 20 })
    await other.sendCommand(['CLIENT', 'PAUSE', '1000', 'ALL'])
    expect(await take('slow')).toMatchObject({ isAllowed: true, remaining: 1 })
    redis.destroy()
    other.destroy()
  })
})
