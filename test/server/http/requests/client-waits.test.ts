import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { watchClient } from '../../../../server/http/requests/client-waits.ts'

const start = async (now: () => number) => {
  const { promise, resolve } = Promise.withResolvers<() => boolean>()
  const leaving = new AbortController()
  const app = new Hono().get('/', (c) => {
    resolve(watchClient(c, now))
    return c.body(null)
  })
  await app.request('/', { signal: leaving.signal })
  return { isAwaited: await promise, leave: () => leaving.abort() }
}

describe('watchClient', () => {
  it('sees that the client has closed the connection', async () => {
    const { isAwaited, leave } = await start(() => 0)
    expect(isAwaited()).toBe(true)
    leave()
    expect(isAwaited()).toBe(false)
  })

  it('gives up in time for the longest write to end before the client gives up', async () => {
    let now = 5_000
    const { isAwaited } = await start(() => now)
    now += 9_999
    expect(isAwaited()).toBe(true)
    now += 1
    expect(isAwaited()).toBe(false)
  })
})
