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
  const askAll = async (clients: number) => {
    const statuses = new Set<number>()
    for (let n = 0; n < 1_000; n += 50) {
      const some = Array.from({ length: 50 }, (_, at) => n + at)
      const found = await Promise.all(some.map((k) => ask(`random-${k}`, 1 + (k % clients))))
      for (const { status } of found) statuses.add(status)
    }
    return statuses
  }

  it.each([1, 100])('cost few calls, from %i clients', async (clients) => {
    clerk.addUser({ username: 'ada' })
    expect((await ask('ada')).status).toBe(200)
    const before = clerk.calls.list
    expect(await askAll(clients)).toEqual(new Set([404, 429]))
    // 60 look-ups at once and 1 more each second, of two calls each.
    expect(clerk.calls.list - before).toBeLessThan(300)
    expect((await ask('ada')).status).toBe(200)
  })

  it('show a new person within seconds', async () => {
    expect((await ask('new-person')).status).toBe(404)
    clerk.addUser({ username: 'new-person' })
    await expect.poll(async () => (await ask('new-person')).status, { interval: 250 }).toBe(200)
  })
})
