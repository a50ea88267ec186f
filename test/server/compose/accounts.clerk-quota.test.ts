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
    return (await fetch(`${server.url}/api/favorites/${name}`, { headers })).status
  }

  it('are limited for each client, and keep nobody from people who exist', async () => {
    clerk.addUser({ username: 'grace' })
    expect(await ask('grace', 2)).toBe(200)
    const statuses = await Promise.all(Array.from({ length: 80 }, (_, n) => ask(`random-${n}`)))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(await ask('grace', 3)).toBe(200)
  })
})
