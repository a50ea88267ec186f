import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createQuickRouter } from '../../../../server/http/server/quick-router.ts'

const createApp = () => {
  const app = new Hono({ router: createQuickRouter() })
  app.use('*', async (c, next) => {
    c.header('X-Seen', 'yes')
    await next()
  })
  app.get('/a/b', (c) => c.text('fixed'))
  app.get('/a/:id', (c) => c.text(`id ${c.req.param('id')}`))
  app.post('/a/b', (c) => c.text('posted'))
  return app
}

describe('createQuickRouter', () => {
  it('finds a fixed path and one with a parameter beside it, again and again', async () => {
    const app = createApp()
    for (let round = 0; round < 3; round++) {
      expect(await (await app.request('/a/b')).text()).toBe('fixed')
      expect(await (await app.request(`/a/x${round}`)).text()).toBe(`id x${round}`)
    }
  })

  it('prefers a fixed path to one with a parameter that was added first', async () => {
    const app = createApp()
    app.get('/late/:id', (c) => c.text('id'))
    app.get('/late/b', (c) => c.text('fixed'))
    const response = await app.request('/late/b')
    expect(await response.text()).toBe('fixed')
    expect(response.headers.get('X-Seen')).toBe('yes')
  })

  it('tells methods apart', async () => {
    const app = createApp()
    await app.request('/a/b')
    expect(await (await app.request('/a/b', { method: 'POST' })).text()).toBe('posted')
    expect((await app.request('/a/b', { method: 'PUT' })).status).toBe(404)
  })
})
