import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeIndexRows } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'

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

  it.each([
    ['gzip', 'gzip'],
    ['GZIP;q=0.5, x-other', 'gzip'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['gzip;q=0.5, *;q=0.8', 'br'],
    ['*', 'br'],
  ])('sends a client that accepts %j the coding %s', async (accepted, coding) => {
    const response = await get({ 'Accept-Encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const unpack = coding === 'br' ? brotliDecompressSync : gunzipSync
    expect(JSON.parse(unpack(bytes).toString())).toEqual(rows)
  })

  it.each(['', 'zstd', 'br;q=0.0, gzip; q=0.0', 'x-gzipped', '*;q=0', 'br;q=0, gzip;q=0, *'])(
    'sends a client that accepts %j the plain body',
    async (accepted) => {
      const response = await get({ 'Accept-Encoding': accepted })
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.json()).toHaveLength(rows.length)
    },
  )

  it('gives each form a validator of its own, and takes any of them for a 304', async () => {
    const etagOf = async (accepted: string) =>
      (await get({ 'Accept-Encoding': accepted })).headers.get('etag') ?? ''
    const etags = await Promise.all(['identity', 'gzip', 'br'].map(etagOf))
    expect(new Set(etags).size).toBe(3)
    const [plain, gzip] = etags
    for (const etag of [...etags, `W/${gzip}`, `"other", ${plain}`, '*']) {
      const response = await get({ 'If-None-Match': etag })
      expect(response.status, etag).toBe(304)
      expect(response.headers.get('etag')).toBe(plain)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(response.headers.get('content-length')).toBeNull()
      expect(await response.text()).toBe('')
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('answers HEAD with the length and without the body', async () => {
    const response = await app.request(path, { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe(String(JSON.stringify(rows).length))
    expect(await response.text()).toBe('')
  })

  it('can be read from every origin', async () => {
    for (const headers of [{}, { 'If-None-Match': '*' }])
      expect((await get(headers)).headers.get('access-control-allow-origin')).toBe('*')
  })
})
