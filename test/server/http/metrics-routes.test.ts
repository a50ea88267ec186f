import { describe, expect, it } from 'vitest'
import { createMetricsApp } from '../../../server/http/metrics-routes.ts'
import type { Metrics, ObservedRequest } from '../../../server/metrics.ts'
import { makeIndexRow } from '../../builders.ts'
import { createTestApp } from '../../test-app.ts'

const createMemoryMetrics = () => {
  const observed: ObservedRequest[] = []
  const metrics: Metrics = {
    observeRequest: (request) => void observed.push(request),
    render: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
  }
  return { observed, metrics }
}

const observe = async (path: string, init?: RequestInit) => {
  const { observed, metrics } = createMemoryMetrics()
  const app = await createTestApp({ rows: [makeIndexRow()], metrics })
  const response = await app.request(path, init)
  expect(observed).toHaveLength(1)
  return { response, ...observed[0]! }
}

describe('addRequestMetrics', () => {
  it.each([
    ['/api/wallpapers?count=3', '/api/wallpapers', 200],
    ['/api/wallpapers/lake-view', '/api/wallpapers/:id', 200],
    ['/api/wallpapers/unknown', '/api/wallpapers/:id', 404],
    ['/api/wallpapers?count=x', '/api/wallpapers', 400],
    ['/livez', '/livez', 200],
    ['/nowhere/at/all', 'none', 404],
    ['/api/nothing', 'none', 404],
  ])('counts %s as %s with %i', async (path, route, status) => {
    expect(await observe(path)).toMatchObject({ method: 'GET', route, status })
  })

  it('counts a failure as what the caller was answered', async () => {
    const { metrics, observed } = createMemoryMetrics()
    const imageHost = { name: 'Cloudinary', select: () => Promise.reject(new Error('gone')) }
    const app = await createTestApp({ metrics, imageHost })
    await app.request('/api/random-wallpapers')
    expect(observed).toMatchObject([{ route: '/api/random-wallpapers', status: 500 }])
  })

  it('counts methods that nobody knows as one', async () => {
    expect(await observe('/livez', { method: 'PROPFIND' })).toMatchObject({ method: 'other' })
    expect(await observe('/livez', { method: 'HEAD' })).toMatchObject({ method: 'HEAD' })
  })

  it('measures in seconds', async () => {
    const { seconds } = await observe('/livez')
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(10)
  })

  it('changes nothing of the answer', async () => {
    const { response } = await observe('/api/categories')
    const plain = await (await createTestApp({ rows: [makeIndexRow()] })).request('/api/categories')
    expect([...response.headers]).toEqual([...plain.headers])
    expect(await response.text()).toBe(await plain.text())
  })
})

describe('createMetricsApp', () => {
  const app = createMetricsApp(createMemoryMetrics().metrics)

  it('answers in the text format, and never from a cache', async () => {
    const response = await app.request('/metrics')
    expect(await response.text()).toBe('up 1\n')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('serves nothing else', async () => {
    for (const path of ['/', '/api/wallpapers', '/metrics/x'])
      expect((await app.request(path)).status).toBe(404)
  })
})
