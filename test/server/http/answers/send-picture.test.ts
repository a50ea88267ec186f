import { open, readdir, readlink, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHotPictures } from '../../../../server/http/answers/hot-pictures.ts'
import {
  type OriginalFacts,
  parseByteRange,
  sendPicture,
  streamFile,
  versionInTime,
} from '../../../../server/http/answers/send-picture.ts'
import { closeServer, listenLocally } from '../../../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { pictureAt } from '../../adapters/sample-pictures.ts'

const content = Array.from({ length: 100_000 }, (_, at) => String.fromCharCode(97 + (at % 26)))
/** A WebP file. The tests store it under a name that ends in `.png`. */
const text = `RIFF1234WEBPVP8 ${content.join('').slice(16)}`
const picture = new TextEncoder().encode(text)

describe('sendPicture', () => {
  let dir: string
  let file: string
  let server: Server
  let base: string

  beforeAll(async () => {
    dir = await makeTempDir('send-picture')
    file = join(dir, 'picture.png')
    await writeFile(file, text)
    const app = new Hono()
    app.get('/picture.png', async (c) => sendPicture(c, await pictureAt(file)))
    app.get('/made', (c) => sendPicture(c, { picture, contentType: 'image/webp' }))
    server = createAdaptorServer({ fetch: app.fetch }) as Server
    base = `http://127.0.0.1:${await listenLocally(server)}`
  })
  afterAll(async () => {
    await closeServer(server)
    await removeDir(dir)
  })

  const get = async (
    headers: Record<string, string> = {},
    method = 'GET',
    path = '/picture.png',
  ) => {
    const response = await fetch(base + path, { method, headers })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }

  describe.each(['/picture.png', '/made'])('at %s', (path) => {
    const ask = (headers: Record<string, string> = {}, method = 'GET') => get(headers, method, path)
    const etag = async () => (await ask()).headers.get('ETag') ?? ''

    it('sends all of a picture, and says that it can send parts', async () => {
      const { status, headers, body } = await ask()
      expect(status).toBe(200)
      expect(body).toBe(text)
      expect(headers.get('Accept-Ranges')).toBe('bytes')
      expect(headers.get('Content-Type')).toBe('image/webp')
      expect(headers.get('Content-Length')).toBe('100000')
      expect(headers.get('ETag')).toMatch(/^"[^"]+"$/)
    })

    it.each([
      ['bytes=0-9', 'bytes 0-9/100000', text.slice(0, 10)],
      ['bytes=99990-', 'bytes 99990-99999/100000', text.slice(99_990)],
    ])('sends the part %s', async (range, contentRange, expected) => {
      const { status, headers, body } = await ask({ Range: range, 'If-Range': await etag() })
      expect(status).toBe(206)
      expect(headers.get('Content-Range')).toBe(contentRange)
      expect(headers.get('Content-Length')).toBe(String(expected.length))
      expect(body).toBe(expected)
    })

    it('refuses a part that the picture does not have, and says how long it is', async () => {
      const { status, headers, body } = await ask({ Range: 'bytes=100000-' })
      expect(status).toBe(416)
      expect(headers.get('Content-Range')).toBe('bytes */100000')
      expect(JSON.parse(body)).toEqual({
        error: "Invalid range 'bytes=100000-': the picture has 100000 bytes",
      })
    })

    it('answers HEAD as GET, without a body and never in part', async () => {
      const { status, headers, body } = await ask({ Range: 'bytes=0-9' }, 'HEAD')
      expect({ status, body }).toEqual({ status: 200, body: '' })
      expect(headers.get('Content-Length')).toBe('100000')
      expect(headers.get('Accept-Ranges')).toBe('bytes')
    })

    it('refuses a part of another version', async () => {
      const current = await etag()
      const askFor = (wanted: string) => ask({ 'If-Match': wanted, Range: 'bytes=0-9' })
      const { status, headers, body } = await askFor('"no"')
      expect([status, headers.get('Cache-Control')]).toEqual([412, 'no-store'])
      expect(JSON.parse(body)).toEqual({ error: `The picture has another version now: ${current}` })
      expect((await askFor(`W/${current}`)).status).toBe(412)
      for (const wanted of [current, `"no", ${current}`, '*'])
        expect((await askFor(wanted)).status).toBe(206)
    })

    it('sends nothing to a client that has it, whatever part is asked for', async () => {
      const { status, body } = await ask({ 'If-None-Match': await etag(), Range: 'bytes=0-9' })
      expect({ status, body }).toEqual({ status: 304, body: '' })
    })
  })

  it('sends a part only of the file that the client began with', async () => {
    const { headers } = await get()
    for (const validator of [headers.get('ETag'), headers.get('Last-Modified')]) {
      const part = await get({ Range: 'bytes=0-9', 'If-Range': validator ?? '' })
      expect(part.status).toBe(206)
    }
    for (const other of ['"another"', `W/${headers.get('ETag')}`, new Date(0).toUTCString()]) {
      const all = await get({ Range: 'bytes=0-9', 'If-Range': other })
      expect({ status: all.status, body: all.body }).toEqual({ status: 200, body: text })
    }
  })

  it('compares the date of a file, and none of what is in memory', async () => {
    const modified = (await get()).headers.get('Last-Modified') ?? ''
    const known = await get({ 'If-Modified-Since': modified, Range: 'bytes=0-9' })
    expect({ status: known.status, body: known.body }).toEqual({ status: 304, body: '' })
    const made = await get({ 'If-Modified-Since': new Date().toUTCString() }, 'GET', '/made')
    expect(made.status).toBe(200)
    expect(Date.parse(made.headers.get('Last-Modified') ?? '')).toBeLessThanOrEqual(Date.now())
  })

  it('compares the ETag before the date, and ignores a date that is not one', async () => {
    const modified = (await get()).headers.get('Last-Modified') ?? ''
    for (const stale of [
      { 'If-None-Match': '"another"', 'If-Modified-Since': modified },
      { 'If-Modified-Since': new Date(0).toUTCString() },
      { 'If-Modified-Since': 'yesterday' },
    ] as Record<string, string>[])
      expect((await get(stale)).status).toBe(200)
  })

  it('notices that a file was written again, even at the same size', async () => {
    const { headers } = await get()
    await utimes(file, new Date(), new Date(Date.now() + 5_000))
    const again = await get({ 'If-None-Match': headers.get('ETag') ?? '' })
    expect(again.status).toBe(200)
    expect(again.headers.get('ETag')).not.toBe(headers.get('ETag'))
  })

  it.skipIf(process.platform !== 'linux')('leaves no file open, whatever it answers', async () => {
    const etag = (await get()).headers.get('ETag') ?? ''
    await get({}, 'HEAD')
    await get({ 'If-None-Match': etag })
    await get({ Range: 'bytes=100000-' })
    await get({ Range: 'bytes=0-9' })
    const openFiles = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`))
      const found = await Promise.allSettled(links)
      return found.filter((link) => link.status === 'fulfilled' && link.value === file)
    }
    await expect.poll(openFiles).toEqual([])
  })

  it('waits only a moment for the version of a large file, which the next request gets', async () => {
    const large = join(dir, 'large.png')
    await writeFile(large, text.padEnd(8_000_001))
    const reading = Promise.withResolvers<string>()
    const versions = { read: () => reading.promise, ofContent: () => 'unused' }
    const app = new Hono()
    app.get('/', async (c) => sendPicture(c, await pictureAt(large), { versions }))
    app.get('/without', async (c) => sendPicture(c, await pictureAt(large)))
    const first = await app.request('/', { method: 'HEAD' })
    expect([first.status, first.headers.get('Content-Length')]).toEqual([200, '8000001'])
    const without = await app.request('/without', { method: 'HEAD' })
    expect(first.headers.get('ETag')).toBe(without.headers.get('ETag'))
    reading.resolve('a-digest')
    const next = await app.request('/', { method: 'HEAD' })
    expect(next.headers.get('ETag')).toBe('"a-digest"')
  })

  it('sends a picture again from memory, and as a part, until its file changes', async () => {
    const copy = join(dir, 'copy.webp')
    await writeFile(copy, text)
    const hot = createHotPictures<OriginalFacts | undefined>(16 * text.length)
    let found = await pictureAt(copy)
    const app = new Hono().onError((_, c) => c.body(null, 500))
    app.get('/', (c) => sendPicture(c, found, { hot }))
    app.get('/made', (c) => sendPicture(c, { picture: found, contentType: 'image/webp' }, { hot }))
    const [first, made] = [await app.request('/'), await app.request('/made')]
    await rm(copy)
    const again = await app.request('/')
    expect(Object.fromEntries(again.headers)).toMatchObject({
      ...Object.fromEntries(first.headers),
      'x-request-id': expect.anything(),
    })
    expect([await made.text(), await again.text()]).toEqual([text, text])
    const part = await app.request('/made', { headers: { Range: 'bytes=10-19' } })
    expect([part.status, await part.text()]).toEqual([206, text.slice(10, 20)])
    found = { ...found, mtimeMs: found.mtimeMs + 1 }
    expect((await app.request('/')).status).toBe(500)
  })

  it('lets a proxy send a large file that the proxy can read', async () => {
    const found = await pictureAt(file)
    const findAtProxy = (path: string) => path.replace(dir, '/files')
    const app = new Hono()
    app.get('/', (c) => sendPicture(c, found, { findAtProxy, hot: createHotPictures(1_000) }))
    app.get('/hot', (c) => sendPicture(c, found, { findAtProxy, hot: createHotPictures(1e7) }))
    const publicPictures = { find: () => ({ parts: [{ from: 0, to: 9 }], size: 9 }) }
    app.get('/public', (c) => sendPicture(c, found, { findAtProxy, publicPictures }))
    const answer = await app.request('/', { headers: { Range: 'bytes=0-9' } })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('X-Accel-Redirect')).toBe('/files/picture.png')
    const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' }
    expect((await app.request('/', { headers })).status).toBe(304)
    expect(await (await app.request('/public')).text()).toBe(text.slice(0, 9))
    expect(await (await app.request('/hot')).text()).toBe(text)
  })

  it.each([
    ['went away after it was looked for', 'gone.png', undefined],
    ['is not a picture, whatever its name says', 'secret.jpg', 'SQLite format 3'],
  ])('does not find a file that %s', async (_, name, stored) => {
    if (stored !== undefined) await writeFile(join(dir, name), stored)
    const app = new Hono()
    app.get('/', async (c) => sendPicture(c, await pictureAt(join(dir, name))))
    const failures: unknown[] = []
    app.onError((error, c) => c.text(String(failures.push(error))))
    await app.request('/')
    expect(failures).toEqual([
      expect.objectContaining({ code: 'NOT_FOUND', message: `Picture '${name}' not found` }),
    ])
  })
})

/** Content of several chunks with different bytes, so that a wrong order would be noticed. */
const long = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251)

describe('streamFile', () => {
  let dir: string
  let file: string
  beforeAll(async () => {
    dir = await makeTempDir('stream-file')
    file = join(dir, 'picture.jpg')
  })
  beforeEach(() => writeFile(file, long))
  afterAll(() => removeDir(dir))

  const begin = async (start = 0, end = long.length - 1) => {
    const handle = await open(file)
    return { handle, stream: streamFile(handle, [{ from: start, to: end + 1 }]) }
  }
  const read = async (stream: ReadableStream<Uint8Array>) =>
    Buffer.concat(await Array.fromAsync(stream))

  it.each([
    [0, 299_999],
    [0, 0],
    [65_535, 65_536],
    [123_456, 299_999],
  ])('gives the bytes %i to %i, and closes the file', async (start, end) => {
    const { handle, stream } = await begin(start, end)
    expect((await read(stream)).equals(long.subarray(start, end + 1))).toBe(true)
    expect(handle.fd).toBe(-1)
  })

  it('sends bytes that replace a part of the file in their place', async () => {
    const handle = await open(file)
    const parts = [
      { from: 10, to: 100_000 },
      Uint8Array.of(1, 2, 3),
      { from: 200_000, to: 200_001 },
    ]
    const expected = [long.subarray(10, 100_000), [1, 2, 3], long.subarray(200_000, 200_001)]
    const sent = await read(streamFile(handle, parts))
    expect(sent.equals(Buffer.concat(expected.map((part) => Uint8Array.from(part))))).toBe(true)
    expect(handle.fd).toBe(-1)
  })

  it('fails when the file becomes shorter meanwhile, and closes it', async () => {
    const { handle, stream } = await begin()
    await truncate(file, 100_000)
    await expect(read(stream)).rejects.toThrow('shorter')
    expect(handle.fd).toBe(-1)
  })

  it('closes the file when the reader cancels', async () => {
    const { handle, stream } = await begin()
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(handle.fd).toBe(-1)
  })
})

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-9', { from: 0, to: 10 }],
    ['bytes=90-', { from: 90, to: 100 }],
    ['bytes=-10', { from: 90, to: 100 }],
    ['bytes=-1000', { from: 0, to: 100 }],
    ['bytes=50-1000', { from: 50, to: 100 }],
    ['bytes=99-99', { from: 99, to: 100 }],
    ['Bytes= 0-0 ', { from: 0, to: 1 }],
  ])('reads %s of 100 bytes', (header, expected) => {
    expect(parseByteRange(header, 100)).toEqual(expected)
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'finds nothing of 100 bytes in %s',
    (header) => {
      expect(parseByteRange(header, 100)).toBe('unsatisfiable')
    },
  )

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=1.5-3',
    'bytes=0-1,5-6',
    'lines=0-9',
  ])('asks for everything with %j', (header) => {
    expect(parseByteRange(header, 100)).toBeUndefined()
  })

  it('finds nothing in an empty file', () => {
    for (const header of ['bytes=0-', 'bytes=-5'])
      expect(parseByteRange(header, 0)).toBe('unsatisfiable')
  })
})

describe('versionInTime', () => {
  it('is the version once it is read', async () => {
    expect(await versionInTime(Promise.resolve('a-digest'))).toBe('a-digest')
  })

  it('is none while it is read, where it cannot be, and where there are none', async () => {
    expect(await versionInTime(new Promise(() => undefined))).toBeUndefined()
    expect(await versionInTime(Promise.reject(new Error('gone')))).toBeUndefined()
    expect(await versionInTime(undefined)).toBeUndefined()
  })
})
