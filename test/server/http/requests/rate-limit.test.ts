import { describe, expect, it } from 'vitest'
import { createClientRequestLimit } from '../../../../server/adapters/redis/limits.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'

const openApp = (requests: number) =>
  createTestApp({
    rows: [makeIndexRow()],
    rateLimit: {
      limit: createClientRequestLimit({ allowance: { requests, windowSeconds: 60 } }),
      clientAddress: ({ env }) => ({ exact: 'unused', key: env?.client ?? 'one' }),
    },
  })

describe('addRateLimit', () => {
  it('tells every caller how many requests are left', async () => {
    const app = await openApp(3)
    await app.request('/api/wallpapers')
    const { status, headers } = await app.request('/api/colors')
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-policy': '"default";q=3;w=60',
      ratelimit: '"default";r=1;t=60',
      'ratelimit-limit': '3',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '60',
      'access-control-expose-headers': expect.stringMatching(/X-Request-Id, .*RateLimit-Remaining/),
      'access-control-allow-origin': '*',
    })
  })

  it('answers one request too many with 429, when to come back, and in words', async () => {
    const app = await openApp(1)
    await app.request('/api/wallpapers')
    const response = await app.request('/api/wallpapers')
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('ratelimit')).toBe('"default";r=0;t=60')
    const exposed = response.headers.get('access-control-expose-headers')
    expect(exposed).toMatch(/Retry-After, X-Request-Id, .*RateLimit-Remaining/)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      error: 'Too many requests: 1 in 60 seconds are allowed, try again in 60 seconds',
    })
  })

  it('limits each client by itself', async () => {
    const app = await openApp(1)
    const ask = async (client: string) => (await app.request('/api/colors', {}, { client })).status
    expect([await ask('one'), await ask('two'), await ask('one')]).toEqual([200, 200, 429])
  })

  it('counts pages, pictures, feeds and unknown paths', async () => {
    const paths = [
      ...['/', '/?q=lake', '/wallpaper/lake', '/share/ada', '/share/ada/preview.jpg', '/docs'],
      ...['/main/lake.jpg', '/cache/lake.webp', '/images/lake?w=100', '/images/lake/v1?w=100'],
      ...['/index.json', '/openapi.json', '/sitemap.xml', '/api', '/nothing'],
      ...['/random?w=20', '/today?w=20'],
    ]
    const app = await openApp(paths.length)
    const left = []
    for (const path of paths)
      left.push((await app.request(path)).headers.get('ratelimit-remaining'))
    expect(left).toEqual(paths.map((_, at) => String(paths.length - at - 1)))
    for (const path of paths) {
      const refused = await app.request(path)
      expect([path, refused.status]).toEqual([path, 429])
      expect(refused.headers.get('retry-after')).toMatch(/^(60|5\d)$/)
      expect((await refused.json()).error).toMatch(/^Too many requests: 17 in 60 seconds/)
    }
  })

  it('tells people on a page that they sent too many requests', async () => {
    const app = await openApp(1)
    await app.request('/')
    const response = await app.request('/', { headers: { Accept: 'text/html' } })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('Please wait a minute')
  })

  it('counts neither probes, nor style sheets, nor a browser that asks whether it may ask', async () => {
    const app = await openApp(1)
    for (const path of ['/livez', '/healthz', '/readyz', '/site.css', '/site.js', '/icon.svg'])
      expect((await app.request(path)).headers.has('ratelimit')).toBe(false)
    for (let n = 0; n < 3; n += 1)
      expect((await app.request('/api/colors', { method: 'OPTIONS' })).status).toBe(200)
    expect((await app.request('/api/colors')).headers.get('ratelimit-remaining')).toBe('0')
  })
})
