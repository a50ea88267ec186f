import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileVersions } from '../../../../server/adapters/folder/file-versions.ts'
import type { Served } from '../../../tools/servers/serve-locally.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { startServer, writeCatalogue } from './random-server.ts'

let dir: string
let now: number
let one: Served
let two: Served
beforeAll(async () => {
  dir = await makeTempDir('today')
  const folder = join(dir, 'one')
  await writeCatalogue(folder, 40, (position) => ({
    width: position < 35 ? 80 : 45,
    height: position < 35 ? 45 : 80,
    luminance: position / 40,
    orientation: undefined,
  }))
  await cp(folder, join(dir, 'two'), { recursive: true })
  const deps = { clock: () => now }
  one = await startServer(folder, join(dir, 'data-one'), deps)
  two = await startServer(join(dir, 'two'), join(dir, 'data-two'), deps)
})
afterAll(async () => {
  await one.close()
  await two.close()
  await removeDir(dir)
})

const at = (text: string) => {
  now = Date.parse(text)
}
const get = (path: string, init?: RequestInit, server = one) => fetch(`${server.url}${path}`, init)
const idOf = ({ headers }: Response) => headers.get('X-Wallpaper-Id') ?? ''
const idAt = async (path: string) => idOf(await get(path, { method: 'HEAD' }))
const apiToday = async (query: string) => (await get(`/api/wallpapers/today${query}`)).json()

describe('GET /today', () => {
  it.each([
    ['/today', 'image/jpeg', 'jpeg'],
    ['/today.jpg', 'image/jpeg', 'jpeg'],
    ['/today.webp', 'image/webp', 'webp'],
  ])('%s answers %s', async (path, type, format) => {
    at('2026-11-22T10:00:00Z')
    const answer = await get(path)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type])
    const content = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('Content-Length')).toBe(String(content.length))
    const metadata = await sharp(content).metadata()
    expect([metadata.format, metadata.isProgressive ?? false]).toEqual([format, false])
  })

  it('is the same picture at every hour, size and format, and in the API', async () => {
    at('2026-11-22T00:00:00Z')
    const id = await idAt('/today?type=desktop')
    at('2026-11-22T23:59:59.999Z')
    for (const path of ['/today?type=desktop&w=30&h=30', '/today.webp?type=desktop&n=2'])
      expect(await idAt(path)).toBe(id)
    expect((await apiToday('?type=desktop')).wallpaper.id).toBe(id)
    at('2026-11-23T00:00:00Z')
    expect(await idAt('/today?type=desktop')).not.toBe(id)
  })

  it('is the same on two replicas, to the byte', async () => {
    at('2026-11-22T10:00:00Z')
    for (const path of ['/today', '/today.jpg?w=40&h=30', '/today?tone=dark', '/today.webp']) {
      const answers = [await get(path), await get(path, {}, two)]
      const [first, second] = await Promise.all(
        answers.map(async (answer) => [
          idOf(answer),
          answer.headers.get('ETag'),
          Buffer.from(await answer.arrayBuffer()),
        ]),
      )
      expect(first).toEqual(second)
    }
  })

  it('is the same on a replica that is too busy to hash the picture in the background', async () => {
    at('2026-11-22T10:00:00Z')
    const versions = createFileVersions({ files: { find: async () => undefined } })
    const busy = await startServer(join(dir, 'two'), join(dir, 'data-busy'), {
      clock: () => now,
      versions: { ...versions, read: () => new Promise(() => undefined) },
    })
    const tags = [await get('/today?w=33'), await get('/today?w=33', {}, busy)].map(({ headers }) =>
      headers.get('ETag'),
    )
    expect(tags[0]).toBe(tags[1])
    await busy.close()
  })

  it.each([
    // [now, tz, the day there, when the day ends]
    ['2026-11-22T10:00:00Z', 'UTC', '2026-11-22', '2026-11-23T00:00:00.000Z'],
    ['2026-11-22T10:00:00Z', 'Pacific/Kiritimati', '2026-11-23', '2026-11-23T10:00:00.000Z'],
    ['2026-11-22T10:00:00Z', 'Pacific/Pago_Pago', '2026-11-21', '2026-11-22T11:00:00.000Z'],
    ['2026-11-22T18:29:59Z', 'Asia/Kolkata', '2026-11-22', '2026-11-22T18:30:00.000Z'],
    ['2026-11-22T18:30:00Z', 'asia/kolkata', '2026-11-23', '2026-11-23T18:30:00.000Z'],
    // A day of 23 hours, and one of 25.
    ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    // In Cairo the clocks go from midnight to one o'clock. In Havana they go back from one to midnight.
    ['2026-04-23T12:00:00Z', 'Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'],
    ['2026-11-01T04:30:00Z', 'America/Havana', '2026-11-01', '2026-11-02T05:00:00.000Z'],
    // Samoa skipped a whole day.
    ['2011-12-30T09:00:00Z', 'Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00.000Z'],
  ])('at %s in %s the day is %s and ends at %s', async (instant, tz, date, end) => {
    at(instant)
    const seconds = Math.ceil((Date.parse(end) - now) / 1000)
    const answer = await get(`/today?w=20&tz=${tz}`)
    expect(answer.headers.get('Cache-Control')).toBe(`public, max-age=${seconds}`)
    expect(seconds).toBeLessThanOrEqual(90_000)
    expect(await apiToday(`?tz=${tz}`)).toMatchObject({ date, next_at: end })
    expect(await idAt(`/today?w=20&date=${date}`)).toBe(idOf(answer))
  })

  it('may be cached for a second in the last moment of a day, and never for none', async () => {
    at('2026-11-22T23:59:59.999Z')
    const { headers } = await get('/today?w=20')
    expect(headers.get('Cache-Control')).toBe('public, max-age=1')
  })

  it('may be cached for an hour on another day', async () => {
    at('2026-11-22T10:00:00Z')
    const { headers } = await get('/today?w=20&date=2026-11-20')
    expect(headers.get('Cache-Control')).toBe('public, max-age=3600')
    expect(await apiToday('?date=2026-11-20')).toMatchObject({ date: '2026-11-20', next_at: null })
    const today = await get('/today?w=20&date=2026-11-22')
    expect(today.headers.get('Cache-Control')).toBe('public, max-age=50400')
  })

  it('has a short ETag of its bytes, and answers 304 until the picture changes', async () => {
    at('2026-11-22T10:00:00Z')
    const first = await get('/today?w=40&h=30')
    const etag = first.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[^"]{8,100}"$/)
    expect(first.headers.get('Last-Modified')).toBeNull()
    const headers = { 'If-None-Match': etag, 'If-Modified-Since': new Date(now).toUTCString() }
    const again = await get('/today?w=40&h=30', { headers })
    expect([again.status, again.headers.get('ETag')]).toEqual([304, etag])
    expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(again.headers.get('Cache-Control')).toBe('public, max-age=50400')
    at('2026-11-23T10:00:00Z')
    const next = await get('/today?w=40&h=30', { headers })
    expect(next.status).toBe(200)
    expect(next.headers.get('ETag')).not.toBe(etag)
    const { 'If-Modified-Since': since } = headers
    expect(
      (await get('/today?w=40&h=30', { headers: { 'If-Modified-Since': since } })).status,
    ).toBe(200)
  })

  it('answers HEAD as GET, without the bytes', async () => {
    at('2026-11-22T10:00:00Z')
    const [get1, head] = [await get('/today?w=40'), await get('/today?w=40', { method: 'HEAD' })]
    for (const name of ['Content-Length', 'ETag', 'X-Wallpaper-Id', 'Cache-Control'])
      expect(head.headers.get(name)).toBe(get1.headers.get(name))
  })

  it.each([
    ['?tz=Mars/Olympus', 400, /Invalid tz 'Mars\/Olympus': expected the name of a time zone/],
    ['?date=2026-02-30', 400, /Invalid date '2026-02-30': expected a day like 2026-11-22/],
    ['?date=today', 400, /Invalid date 'today'/],
    ['?tz=UTC&tz=UTC', 400, /given 2 times/],
    ['?category=nowhere', 404, /Category 'nowhere' not found/],
    ['?tone=dark&ratio=portrait', 404, /tone 'dark', ratio 'portrait'/],
  ])('%s is %i in JSON that every site may read', async (query, status, text) => {
    for (const path of ['/today', '/api/wallpapers/today']) {
      const answer = await get(`${path}${query}`)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect((await answer.json()).error).toMatch(text)
    }
  })
})
