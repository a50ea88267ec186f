import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { sendText } from '../../../../server/http/answers/send.ts'

const app = new Hono()
app.get('/:text', (c) => sendText(c, c.req.param('text'), 'text/plain'))

describe('sendText', () => {
  it('is sent once, and again when it has changed', async () => {
    const first = await app.request('/one')
    const etag = first.headers.get('ETag') ?? ''
    expect(await first.text()).toBe('one')
    const again = await app.request('/one', { headers: { 'If-None-Match': etag } })
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
    expect((await app.request('/two', { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })
})
