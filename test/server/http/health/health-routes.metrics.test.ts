import { describe, expect, it } from 'vitest'
import { createMetricsApp } from '../../../../server/http/health/health-routes.ts'

describe('createMetricsApp', () => {
  const app = createMetricsApp({
    observeRequest: () => undefined,
    render: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
  })

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
