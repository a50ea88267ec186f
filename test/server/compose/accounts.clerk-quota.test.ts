import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClerkBackend, startClerkBackend } from '../../emulators/clerk-backend.ts'
import { type RunningServer, startServer } from '../../tools/servers/start-server.ts'

describe('requests for the favorites of unknown people at Clerk', () => {
  let clerk: ClerkBackend
  let server: RunningServer
  beforeEach(async () => {
    clerk = await startClerkBackend()
    server = await startServer({ env: { ...clerk.env, TRUSTED_PROXIES: '127.0.0.1' } })
  })
  afterEach(async () => {
    await server.stop()
    await clerk.stop()
  })
  const ask = async (name: string, client = 1) => {
    const headers = { 'X-Forwarded-For': `203.0.113.${client}` }
    const response = await fetch(`${server.url}/api/favorites/${name}`, { headers })
    return { status: response.status, retryAfter: response.headers.get('Retry-After') }
  }
  const secondsOf = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return (performance.now() - start) / 1_000
  }
  const askAll = async (clients: number) => {
    const statuses = new Set<number>()
    for (let n = 0; n < 1_000; n += 50) {
      const some = Array.from({ length: 50 }, (_, at) => n + at)
      const found = await Promise.all(some.map((k) => ask(`random-${k}`, 1 + (k % clients))))
      for (const { status } of found) statuses.add(status)
    }
    return statuses
  }

  it.each([
    [1, 60],
    [100, 250],
  ])('cost few calls, from %i clients', async (clients, names) => {
    clerk.addUser({ username: 'ada' })
    expect((await ask('ada')).status).toBe(200)
    const before = clerk.calls.list
    const windows = 2 + (await secondsOf(() => askAll(clients))) / (clients === 1 ? 60 : 10)
    // Each look-up of a name that nobody has is two calls.
    expect(clerk.calls.list - before).toBeLessThanOrEqual(2 * names * windows)
    expect((await ask('ada')).status).toBe(200)
  })

  it('keep nobody at another address from people who exist', async () => {
    clerk.addUser({ username: 'grace' })
    expect(await askAll(1)).toEqual(new Set([404, 429]))
    expect((await ask('grace', 2)).status).toBe(200)
  })

  it('show a new person within seconds', async () => {
    expect((await ask('new-person')).status).toBe(404)
    clerk.addUser({ username: 'new-person' })
    await expect.poll(async () => (await ask('new-person')).status, { interval: 250 }).toBe(200)
  })
})
