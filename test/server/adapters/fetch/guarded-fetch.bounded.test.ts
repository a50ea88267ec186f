import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBoundedFetch } from '../../../../server/adapters/fetch/guarded-fetch.ts'

const answers: Record<string, (response: ServerResponse) => void> = {
  '/whole': (response) => response.end('wallpapers'),
  '/unchanged': (response) => response.writeHead(304, { ETag: '"1"' }).end(),
  '/refused': (response) => response.writeHead(403).end('no'),
  '/silent': () => undefined,
  '/stalled': (response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('half')
  },
  '/cut': (response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('half')
    setTimeout(() => response.destroy(), 20)
  },
  '/large': (response) => response.end('x'.repeat(2_001)),
}

describe('createBoundedFetch', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => answers[request.url ?? '']?.(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close().closeAllConnections())

  const get = (path: string, init?: RequestInit) =>
    createBoundedFetch({ timeoutMs: 300, maxBytes: 2_000 })(`${url}${path}`, init)

  it('returns status, headers and body unchanged', async () => {
    expect(await (await get('/whole')).text()).toBe('wallpapers')
    const refused = await get('/refused')
    expect([refused.status, await refused.text()]).toEqual([403, 'no'])
    const unchanged = await get('/unchanged')
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, '"1"'])
  })

  it.each(['/silent', '/stalled'])('ends at the deadline for a %s answer', async (path) => {
    await expect(get(path)).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it.each(['/silent', '/stalled'])(
    'ends soon when nothing arrives of a %s answer',
    async (path) => {
      const patient = createBoundedFetch({ timeoutMs: 60_000, stallMs: 100, maxBytes: 2_000 })
      await expect(patient(`${url}${path}`)).rejects.toThrow('nothing arrived for 0.1 s')
    },
  )

  it('throws for a truncated body', async () => {
    await expect(get('/cut')).rejects.toThrow('terminated')
  })

  it('throws for a body that is too large', async () => {
    await expect(get('/large')).rejects.toThrow('larger than 2000 bytes')
  })

  it('stops at the signal of its caller', async () => {
    await expect(get('/silent', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
