import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeIndexRows } from '../../builders.ts'
import { createTestApp } from '../../test-app.ts'

const path = '/api/wallpapers/index'
const rows = makeIndexRows(2_000)

describe('sendPrepared', () => {
  let app: Awaited<ReturnType<typeof createTestApp>>
  beforeAll(async () => {
    app = await createTestApp({ rows })
  })
  const get = (headers: Record<string, string> = {}) => app.request(path, { headers })

  it('sends a body of many pieces whole', async () => {
    const response = await get()
    expect(response.headers.get('content-encoding')).toBeNull()
    const text = await response.text()
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(JSON.parse(text)).toEqual(rows)
  })

  it.each(['gzip', 'br, GZIP;q=0.5', '*', 'deflate, gzip ; q=1.0'])(
    'sends it compressed to whoever accepts %j',
    async (accepted) => {
      const response = await get({ 'Accept-Encoding': accepted })
      expect(response.headers.get('content-encoding')).toBe('gzip')
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(response.headers.get('content-length')).toBe(String(bytes.length))
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(rows)
    },
  )

  it.each(['', 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzipped'])(
    'sends it as it is to whoever accepts %j',
    async (accepted) => {
      const response = await get({ 'Accept-Encoding': accepted })
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.json()).toHaveLength(rows.length)
    },
  )

  it('gives each form a validator of its own, and takes either for a 304', async () => {
    const plain = (await get()).headers.get('etag') ?? ''
    const gzip = (await get({ 'Accept-Encoding': 'gzip' })).headers.get('etag') ?? ''
    expect(gzip).not.toBe(plain)
    for (const etag of [plain, gzip, `W/${gzip}`, `"other", ${plain}`, '*']) {
      const response = await get({ 'If-None-Match': etag })
      expect(response.status, etag).toBe(304)
      expect(await response.text()).toBe('')
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('leaves a short body as it is', async () => {
    const response = await app.request('/api/categories', {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toEqual([{ name: 'nature', count: 2_000 }])
  })
})
