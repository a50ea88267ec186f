import { describe, expect, it } from 'vitest'
import { createTestApp, publicUrl } from '../../../test-app.ts'

const app = await createTestApp()
const ask = async (path: string, headers: Record<string, string> = {}) =>
  app.request(`${publicUrl}${path}`, { headers })

describe('GET /openapi.json', () => {
  it('names this server, and may be cached for a minute', async () => {
    const answer = await ask('/openapi.json')
    expect(await answer.json()).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Fresco', version: '1.2.3' },
      servers: [{ url: publicUrl }],
    })
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('is not sent again to a client that has it', async () => {
    const etag = (await ask('/openapi.json')).headers.get('ETag') ?? ''
    expect((await ask('/openapi.json', { 'If-None-Match': etag })).status).toBe(304)
  })
})

describe('GET /api', () => {
  it('leads a browser to the documentation', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const { status, headers } = await ask('/api', { Accept: accept })
    expect({ status, to: headers.get('Location') }).toEqual({ status: 302, to: '/docs' })
    expect(headers.get('Vary')).toBe('Accept')
  })

  it.each([{}, { Accept: '*/*' }, { Accept: 'application/json' }])(
    'tells a program that sends %j where everything is',
    async (headers) => {
      expect(await (await ask('/api', headers)).json()).toEqual({
        documentation: `${publicUrl}/docs`,
        openapi: `${publicUrl}/openapi.json`,
      })
    },
  )
})
