import { describe, expect, it } from 'vitest'
import { createMetricsApp } from '../../../../server/http/health/health-routes.ts'

describe('createMetricsApp', () => {
  const catalogue = {
    ready: false,
    ageSeconds: 5,
    failing: true,
    problem: 'The catalogue folder /srv/pictures could not be read',
    failures: 1,
    nextAttemptSeconds: 1,
  }
  const app = createMetricsApp(
    {
      observeRequest: () => undefined,
      render: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
    },
    { sources: () => ({ catalogue }) },
  )

  it('tells operators why a source fails', async () => {
    const response = await app.request('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ sources: { catalogue } })
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
