import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../server/domain-error.ts'
import { createErrorHandler } from '../../../server/http/answers/errors.ts'
import { freshJson, sendJson } from '../../../server/http/answers/send.ts'
import { routesOf } from '../../../server/http/route.ts'
import { silentLog } from '../../accounts-app.ts'

const gone = () => new DomainError('NOT_FOUND', 'It is gone')

const createApp = () => {
  const app = new Hono()
  routesOf(app, 'Server', 'open').get('/open', { handler: (c) => c.json({ is: 'open' }) })
  const quick = routesOf(app, 'Server', 'quick')
  quick.get('/quick', { handler: (c) => sendJson(c, JSON.stringify({ is: 'quick' }), freshJson) })
  quick.get('/throws', {
    handler: () => {
      throw gone()
    },
  })
  quick.get('/rejects', { handler: () => Promise.reject(gone()) })
  app.onError(createErrorHandler({ log: silentLog, development: false }))
  return app
}

describe.each(['open', 'quick'])('a route of the kind %s', (kind) => {
  const path = `/${kind}`

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

describe('a quick route', () => {
  it.each(['/throws', '/rejects'])('lets every origin read why %s', async (path) => {
    const response = await createApp().request(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({ error: 'It is gone' })
  })
})

describe('a path with several methods', () => {
  const createOwnApp = () => {
    const app = new Hono()
    const own = routesOf(app, 'Server', 'own')
    own.get('/list', { handler: (c) => c.json({ is: 'read' }) })
    own.post('/list', { handler: (c) => c.json({ is: 'written' }) })
    return app
  }

  it('answers each of them, and HEAD like GET', async () => {
    const app = createOwnApp()
    expect(await (await app.request('/list')).json()).toEqual({ is: 'read' })
    expect(await (await app.request('/list', { method: 'POST' })).json()).toEqual({ is: 'written' })
    expect((await app.request('/list', { method: 'HEAD' })).status).toBe(200)
  })

  it('names all of them when another is refused, and on OPTIONS', async () => {
    const app = createOwnApp()
    const refused = await app.request('/list', { method: 'DELETE' })
    expect(refused.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect(await refused.json()).toEqual({
      error: 'Method DELETE is not allowed here: use GET or POST',
    })
    const { headers } = await app.request('/list', { method: 'OPTIONS' })
    expect(headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST')
  })
})
