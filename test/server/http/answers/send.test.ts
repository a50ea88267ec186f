import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { sendText } from '../../../../server/http/answers/send.ts'

const app = new Hono()
app.get('/:text', (c) => sendText(c, c.req.param('text'), 'text/plain'))
const long = 'a'.repeat(2_000)

describe('sendText', () => {
  it.each([
    ['br', 'gzip, deflate, br', 'a'.repeat(20_000), brotliDecompressSync],
    ['gzip', 'gzip, deflate, br', 'a'.repeat(2_000), gunzipSync],
    ['gzip', 'br;q=0.1, gzip;q=0.9', 'a'.repeat(20_000), gunzipSync],
  ])(
    'is compressed with %s for a client that accepts %s',
    async (coding, accepted, long, unpack) => {
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'Accept-Encoding': accepted }
        const response = await app.request(`/${long}`, { method, headers })
        expect(response.headers.get('Content-Encoding')).toBe(coding)
        expect(response.headers.get('Vary')).toBe('Accept-Encoding')
        expect(response.headers.get('ETag')).toMatch(/^W\//)
        const bytes = Buffer.from(await response.arrayBuffer())
        expect(method === 'HEAD' ? bytes.length : unpack(bytes).toString()).toBe(
          method === 'HEAD' ? 0 : long,
        )
      }
    },
  )

  it.each([
    [long, 'identity'],
    [long, 'identity, gzip;q=0.5'],
    ['short', 'gzip, br'],
  ])('is sent as it is when that is shorter or wanted', async (text, accepted) => {
    const response = await app.request(`/${text}`, { headers: { 'Accept-Encoding': accepted } })
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(await response.text()).toBe(text)
  })

  it('is sent once, and again when it has changed', async () => {
    const first = await app.request('/one')
    const etag = first.headers.get('ETag') ?? ''
    expect(await first.text()).toBe('one')
    const again = await app.request('/one', { headers: { 'If-None-Match': etag } })
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
    expect((await app.request('/two', { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })
})
