import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../server/domain-error.ts'
import { publicRoute, quickRoute } from '../../../server/http/add-route.ts'
import { createErrorHandler } from '../../../server/http/answers/errors.ts'
import { freshJson, sendJson } from '../../../server/http/answers/send.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const gone = () => new DomainError('NOT_FOUND', 'It is gone')

const createApp = () => {
  const app = new Hono()
  publicRoute(app, '/plain', (c) => c.json({ is: 'plain' }))
  quickRoute(app, '/quick', (c) => sendJson(c, { is: 'quick' }, freshJson))
  quickRoute(app, '/throws', () => {
    throw gone()
  })
  quickRoute(app, '/rejects', () => Promise.reject(gone()))
  app.onError(createErrorHandler({ log, development: false }))
  return app
}

describe.each(['publicRoute', 'quickRoute'])('%s', (name) => {
  const path = name === 'quickRoute' ? '/quick' : '/plain'

  it('answers GET and HEAD for every origin', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await createApp().request(path, { method })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-methods')).toBe('GET')
      expect(response.headers.get('access-control-allow-headers')).toBe('Content-Type')
      expect(response.headers.get('content-type')).toBe('application/json')
    }
  })

  it('says on OPTIONS what is allowed', async () => {
    const response = await createApp().request(path, { method: 'OPTIONS' })
    expect(response.status).toBe(200)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, If-None-Match, X-Request-Id',
    )
  })

  it('lets every origin read the headers that it answers with', async () => {
    const { headers } = await createApp().request(path)
    const exposed = headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual(['ETag', 'Link', 'Retry-After', 'X-Request-Id'])
  })

  it.each(['POST', 'DELETE', 'PATCH', 'QUERY'])('refuses %s', async (method) => {
    const response = await createApp().request(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      error: `Method ${method} is not allowed here: use GET`,
    })
  })
})

describe('quickRoute', () => {
  it.each(['/throws', '/rejects'])('lets every origin read why %s', async (path) => {
    const response = await createApp().request(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({ error: 'It is gone' })
  })
})
