import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectRedis } from '../../server/adapters/redis/connection.ts'
import { silentLog } from '../accounts-app.ts'
import { startClerkBackend } from '../emulators/clerk-backend.ts'
import { signClerkToken } from '../emulators/clerk-tokens.ts'
import { startComposed } from '../tools/servers/composed-app.ts'
import { hasRedis, startRedis } from '../tools/servers/start-redis.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe.skipIf(!hasRedis())('two servers with accounts at Clerk', () => {
  it('never carry out a change that the client has given up and changed its mind about', async () => {
    const [redis, clerk] = await Promise.all([startRedis(), startClerkBackend()])
    cleanups.push(redis.stop, clerk.stop)
    const dir = await makeTempDir('two-servers')
    cleanups.push(() => removeDir(dir))
    const env = {
      ...clerk.env,
      REDIS_URL: redis.url,
      PUBLIC_URL: 'http://wallpapers.test',
      DATA_DIR: dir,
      LOG_LEVEL: 'warn',
    }
    const [slow, quick] = await Promise.all([startServer({ env }), startServer({ env })])
    cleanups.push(slow.stop, quick.stop)
    const client = await connectRedis(redis.url, silentLog)
    cleanups.push(async () => client.destroy())
    const { id } = clerk.addUser({ public_metadata: { favorites: ['lake'] } })
    const change = async (
      to: RunningServer,
      body: object,
      signal: AbortSignal = AbortSignal.timeout(90_000),
    ) => {
      const response = await fetch(`${to.url}/api/favorites`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${signClerkToken(clerk.keys, { userId: id })}` },
        body: JSON.stringify(body),
        signal,
      })
      return ((await response.json()) as { favorites: string[] }).favorites
    }
    const countLocks = async () =>
      Number(/cmdstat_set:calls=(\d+)/.exec(await client.info('commandstats'))?.[1])

    // A replica that crashed holds the user's lock, so the slow server waits with the removal.
    await client.set(`fresco:lock:${id}`, 'crashed')
    const before = await countLocks()
    const leaving = new AbortController()
    const removal = change(slow, { wallpaperId: 'lake', action: 'remove' }, leaving.signal)
    await vi.waitUntil(async () => (await countLocks()) > before, { timeout: 60_000 })
    process.kill(slow.pid, 'SIGSTOP')
    leaving.abort()
    await expect(removal).rejects.toThrow()
    await client.del(`fresco:lock:${id}`)
    expect(await change(quick, { wallpaperId: 'lake', action: 'add' })).toEqual(['lake'])
    process.kill(slow.pid, 'SIGCONT')
    expect(await change(slow, { wallpaperId: 'moss', action: 'add' })).toEqual(['lake', 'moss'])
  })
})

describe('a server with accounts at Clerk', () => {
  it('tells clients the key to start with, and has no accounts of its own', async () => {
    const clerk = await startClerkBackend()
    cleanups.push(clerk.stop)
    const dir = await makeTempDir('clerk-accounts')
    cleanups.push(() => removeDir(dir))
    const server = await startComposed({ ...clerk.env, DATA_DIR: dir })
    cleanups.push(server.stop)
    const get = async (path: string, init?: RequestInit) => {
      const response = await server.get(path, init)
      return { status: response.status, body: await response.json() }
    }
    expect((await get('/api/instance')).body).toMatchObject({
      identity: 'clerk',
      publishableKey: clerk.env.CLERK_PUBLISHABLE_KEY,
    })
    expect((await get('/api/auth/sign-in/username', { method: 'POST' })).status).toBe(404)

    const { id } = clerk.addUser({ username: 'ada', first_name: 'Ada' })
    const headers = { Authorization: `Bearer ${signClerkToken(clerk.keys, { userId: id })}` }
    const body = JSON.stringify({ wallpaperId: 'sea', action: 'add' })
    expect(await get('/api/favorites', { method: 'PATCH', headers, body })).toMatchObject({
      status: 200,
      body: { success: true, favorites: ['sea'] },
    })
    expect((await get('/api/favorites/ada')).body).toEqual({
      username: 'ada',
      displayName: 'Ada',
      imageUrl: `https://img.clerk.com/${id}`,
      favorites: ['sea'],
      favoritesCount: 1,
    })
    expect((await get('/api/auth/session', { headers })).body).toMatchObject({
      user: { id, username: 'ada', name: 'Ada' },
    })
  })
})
