import { describe, expect, it } from 'vitest'
import { createTestApp, publicUrl } from '../../../test-app.ts'

const app = await createTestApp()
const ask = async (path: string) => app.request(`${publicUrl}${path}`)

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
})

describe('GET /api', () => {
  it('says where everything is', async () => {
    expect(await (await ask('/api')).json()).toEqual({
      documentation: `${publicUrl}/docs`,
      openapi: `${publicUrl}/openapi.json`,
    })
  })
})
