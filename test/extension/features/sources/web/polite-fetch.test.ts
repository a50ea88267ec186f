import { beforeEach, describe, expect, it } from 'vitest'
import {
  createPoliteFetch,
  type HostUses,
} from '../../../../../extension/features/sources/web/polite-fetch.ts'
import { createMemoryItem } from '../../../fakes/memory-item.ts'

const minute = 60_000
const hour = 60 * minute
const raw = 'https://raw.githubusercontent.com/ada/walls/HEAD/index.json'
const api = 'https://api.github.com/repos/ada/walls'

const setUp = (respond: (url: string) => Response = () => new Response('yes')) => {
  const clock = { now: 1_800_000_000_000 }
  const sent: string[] = []
  const uses = createMemoryItem<HostUses>({})
  // Another `fetch` over the same uses is what the next start of the background has.
  const make = () =>
    createPoliteFetch({
      fetch: async (input) => {
        sent.push(String(input))
        return respond(String(input))
      },
      uses,
      now: () => clock.now,
    })
  const fetch = make()
  const ask = async (url: string, times = 1, send = fetch) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) statuses.push((await send(url)).status)
    return statuses
  }
  return { clock, sent, fetch, make, ask }
}

describe('createPoliteFetch', () => {
  let test = setUp()
  beforeEach(() => {
    test = setUp()
  })

  it('sends 60 requests at once to raw.githubusercontent.com, and then 20 an hour', async () => {
    const { ask, clock, sent } = test
    const statuses = await ask(raw, 100)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect((await test.fetch(raw)).headers.get('Retry-After')).toBe('180')
    for (let minutes = 0; minutes < 600; minutes++) {
      clock.now += minute
      await ask(raw, 2)
    }
    expect(sent).toHaveLength(60 + 200)
  })

  it('spends nothing on requests that never leave, because the device is offline', async () => {
    let isOffline = true
    const { ask, fetch } = setUp(() => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return new Response('yes')
    })
    for (let tab = 0; tab < 100; tab++) await expect(fetch(raw)).rejects.toThrow('Failed to fetch')
    isOffline = false
    expect(await ask(raw, 60)).toEqual(Array(60).fill(200))
    expect(await ask(raw)).toEqual([429])
  })

  it('spends its budget on requests that were given up, because GitHub may have counted them', async () => {
    const abort = () => {
      throw new DOMException('given up', 'AbortError')
    }
    const { fetch } = setUp(abort)
    for (let tab = 0; tab < 60; tab++) await expect(fetch(raw)).rejects.toThrow('given up')
    expect((await fetch(raw)).status).toBe(429)
  })

  it('keeps the budget when the browser stops the background', async () => {
    const { ask, make } = test
    await ask(raw, 60)
    expect(await ask(raw, 1, make())).toEqual([429])
  })

  it('has a budget for each host, and none for others', async () => {
    const { ask } = test
    await ask(raw, 60)
    expect(await ask(api)).toEqual([200])
    expect(await ask('https://walls.test/a.jpg', 500)).toEqual(Array(500).fill(200))
  })

  it.each([403, 429, 503])(
    'leaves a host alone after a %i for half an hour, then for twice as long',
    async (status) => {
      const { ask, clock, sent } = setUp(() => new Response(null, { status }))
      const waits: number[] = []
      for (let block = 0; block < 3; block++) {
        await ask(raw)
        const since = clock.now
        const { length } = sent
        while (sent.length === length) {
          clock.now += minute
          await ask(raw)
        }
        waits.push((clock.now - since) / minute)
      }
      expect(waits).toEqual([30, 60, 120])
    },
  )

  it('leaves any other host alone after a refusal, for a minute and then for twice as long', async () => {
    const cdn = 'https://cdn.test/lake.jpg'
    for (const status of [429, 503]) {
      const { ask, clock, sent } = setUp(() => new Response(null, { status }))
      await ask(cdn)
      clock.now += minute - 1
      expect(await ask(cdn)).toEqual([429])
      expect(sent).toHaveLength(1)
      clock.now += 1
      await ask(cdn)
      clock.now += 2 * minute - 1
      await ask(cdn)
      expect(sent).toHaveLength(2)
    }
  })

  it('takes a 403 of another host for a refusal only if it says how long to wait', async () => {
    const bucket = 'https://walls.s3.amazonaws.test/gone.jpg'
    const missing = setUp(() => new Response(null, { status: 403 }))
    await missing.ask(bucket, 2)
    expect(missing.sent).toHaveLength(2)
    const headers = { 'Retry-After': '60' }
    const refusing = setUp(() => new Response(null, { status: 403, headers }))
    await refusing.ask(bucket, 2)
    expect(refusing.sent).toHaveLength(1)
  })

  it('comes back when the host says so', async () => {
    let headers: Record<string, string> = { 'Retry-After': '7200' }
    let status = 429
    const { ask, clock, sent } = setUp(() => new Response(null, { status, headers }))
    await ask(raw)
    clock.now += 2 * hour - 1
    expect(await ask(raw)).toEqual([429])
    expect(sent).toHaveLength(1)
    clock.now += 1
    headers = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(clock.now / 1000 + 600) }
    status = 403
    await ask(api)
    clock.now += 599_000
    await ask(api)
    clock.now += 1_000
    await ask(api)
    expect(sent.filter((url) => url === api)).toHaveLength(2)
  })

  it.each([raw, 'https://cdn.test/lake.jpg'])(
    'asks %s again when a refusal of a clock that was ahead is over a day away',
    async (url) => {
      let status = 429
      const { ask, clock } = setUp(() => new Response(null, { status }))
      clock.now += 1_500 * 24 * hour
      await ask(url)
      clock.now -= 1_500 * 24 * hour
      status = 200
      expect(await ask(url)).toEqual([200])
    },
  )

  it('leaves a host alone for the day that it asked for, also when the clock is corrected meanwhile', async () => {
    const { ask, clock, sent } = setUp(
      () => new Response(null, { status: 429, headers: { 'Retry-After': '86400' } }),
    )
    await ask(raw)
    clock.now -= 1_000
    await ask(raw)
    expect(sent).toHaveLength(1)
  })

  it('starts with half an hour again after an answer', async () => {
    let status = 429
    const { ask, clock, sent } = setUp(() => new Response(null, { status }))
    await ask(raw)
    clock.now += 30 * minute
    status = 200
    await ask(raw)
    status = 429
    await ask(raw)
    clock.now += 30 * minute
    expect(await ask(raw)).toEqual([429])
    expect(sent).toHaveLength(4)
  })

  it('a clock that was set back neither adds nor blocks requests for ever', async () => {
    const { ask, clock } = test
    await ask(raw, 60)
    clock.now -= 24 * hour
    expect(await ask(raw)).toEqual([429])
    clock.now += 4 * minute
    expect(await ask(raw)).toEqual([200])
  })
})
