import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { get as httpGet, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendRaw } from '../../../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { type RandomServer, startServer, writeCatalogue } from './random-server.ts'

// Each test is a small copy of one program: how it asks, and what it needs from the answer. The rules were read in
// the source of each program.

const count = 24
let dir: string
let now: number
let server: RandomServer
beforeAll(async () => {
  dir = await makeTempDir('clients')
  const folder = join(dir, 'catalogue')
  await writeCatalogue(folder, count, () => ({ width: 1280, height: 850 }))
  server = await startServer(folder, join(dir, 'data'), { clock: () => now })
})
beforeEach(() => {
  now = Date.parse('2026-11-22T20:00:00Z')
})
afterAll(async () => {
  await server.close()
  await removeDir(dir)
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  content: Buffer
}

/** Asks as small HTTP libraries do: without following a redirect and without a header of its own. */
const ask = (address: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    httpGet(address, { headers, agent: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          content: Buffer.concat(pieces),
        }),
      )
    }).on('error', reject)
  })

/** The markers of a JPEG until its picture data. `C0` begins a baseline picture, `C2` a progressive one. */
const markersOf = (jpeg: Buffer) => {
  expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8')
  const markers: string[] = []
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    markers.push(jpeg.subarray(at + 1, at + 2).toString('hex'))
  return markers
}
const expectBaseline = async ({ status, headers, content }: Answer, [width, height]: number[]) => {
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('image/jpeg')
  expect(Number(headers['content-length'])).toBe(content.length)
  const markers = markersOf(content)
  expect(markers).toContain('c0')
  expect(markers).not.toContain('c2')
  expect(await sharp(content).metadata()).toMatchObject({ width, height })
}

/** A page of another site that loads a picture with `fetch`, as `fetch` allows it. */
const fetchFromPage = async (address: string) => {
  const response = await fetch(address, { headers: { Origin: 'https://dashboard.example' } })
  const allowed = response.headers.get('Access-Control-Allow-Origin')
  if (allowed !== '*' && allowed !== 'https://dashboard.example') throw new TypeError('CORS')
  return response
}

describe('Random Wallpaper for GNOME with a fixed address', () => {
  it('asks for one address once per monitor and gets different pictures', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const address = `${server.url}/random?w=640&h=360`
      const answers = await Promise.all([ask(address), ask(address), ask(address)])
      for (const answer of answers) {
        await expectBaseline(answer, [640, 360])
        seen.add(answer.content.toString('base64'))
      }
    }
    // Nine draws of the same wallpaper come once in 24⁸ runs.
    expect(seen.size).toBeGreaterThan(1)
  })
})

describe('curl in a shell', () => {
  const curl = (...args: string[]) => promisify(execFile)('curl', args, { cwd: dir })

  it('stores a JPEG, and fails without a file when nothing matches', async () => {
    await curl('-fsSL', '-o', 'wallpaper.jpg', `${server.url}/random?w=640&h=360`)
    markersOf(await readFile(join(dir, 'wallpaper.jpg')))
    const none = curl('-fsSL', '-o', 'none.jpg', `${server.url}/random?category=nowhere`)
    await expect(none).rejects.toMatchObject({ code: 22 })
    expect(await readdir(dir)).not.toContain('none.jpg')
  })

  it('names the file after the wallpaper', async () => {
    await curl('-fsSOJ', `${server.url}/random?w=100`)
    expect((await readdir(dir)).filter((name) => /^picture-\d+\.jpg$/.test(name))).toHaveLength(1)
  })
})

describe('awww img -', () => {
  it('reads the format from the bytes', async () => {
    const { content } = await ask(`${server.url}/random.webp?w=100`)
    expect(content.toString('latin1', 0, 4)).toBe('RIFF')
    expect(content.toString('latin1', 8, 12)).toBe('WEBP')
    markersOf((await ask(`${server.url}/random?w=100`)).content)
  })
})

describe('Home Assistant', () => {
  it('opens the still image of a generic camera without following redirects', async () => {
    const { status, content } = await ask(`${server.url}/random?w=640&h=360&t=2026112220`)
    expect(status).toBe(200)
    expect((await sharp(content).metadata()).format).toMatch(/^(?:png|jpeg|gif|svg|webp)$/)
  })

  it('accepts the picture of a template image by its type', async () => {
    const { status, headers } = await ask(`${server.url}/today?w=640`)
    expect([status, headers['content-type']?.split('/')[0]]).toEqual([200, 'image'])
  })
})

describe('lovelace-wallpanel', () => {
  const fill = (template: string, width: number, height: number) =>
    template
      .replaceAll(/\$\{width\}/g, String(width))
      .replaceAll(/\$\{height\}/g, String(height))
      .replaceAll(/\$\{timestamp_ms\}/g, String(now))
  // biome-ignore lint/suspicious/noTemplateCurlyInString: wallpanel replaces these placeholders itself
  const template = '/random?w=${width}&h=${height}&t=${timestamp_ms}'

  it('fills in the size of its container, and gets JSON that it can read while that is 0', async () => {
    const shown = await fetchFromPage(server.url + fill(template, 1280, 800))
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    const hidden = await fetchFromPage(server.url + fill(template, 0, 0))
    expect(hidden.status).toBe(400)
    expect((await hidden.json()).error).toMatch(/w '0'/)
  })
})

describe('MagicMirror', () => {
  it.each(['/random?w=108&h=192', '/random?w=100'])('MMM-Wallpaper appends to %s', async (path) => {
    const buster = `${path.includes('?') ? '&' : '?'}mmm-wallpaper-ts=${now}`
    expect((await ask(server.url + path + buster)).status).toBe(200)
    expect((await ask(`${server.url}/random?mmm-wallpaper-ts=${now}`)).status).toBe(200)
  })

  it('MMM-RandomPhoto appends a number without a name', async () => {
    expect((await ask(`${server.url}/random?1700000000000`)).status).toBe(200)
  })
})

describe('new-tab extensions', () => {
  it('Bonjourr reads the type of each of its addresses', async () => {
    for (const n of [1, 2, 3]) {
      const { headers } = await fetchFromPage(`${server.url}/random?w=640&h=360&n=${n}`)
      expect(headers.get('Content-Type')).toMatch(/^(?:image|video)\//)
    }
  })

  it('TablissNG finds an address at wallpapers.0 in JSON', async () => {
    const answer = await fetchFromPage(`${server.url}/api/wallpapers?count=1&type=desktop`)
    const found = 'wallpapers.0'
      .split('.')
      .reduce<unknown>((value, key) => Reflect.get(Object(value), key), await answer.json())
    const { pathname } = new URL(String(found))
    expect((await ask(server.url + pathname)).headers['content-type']).toBe('image/jpeg')
  })

  it('Mue wants a dot in the host, and loads the picture as a blob', async () => {
    expect(new URL(server.url).hostname).toContain('.')
    const blob = await (await fetchFromPage(`${server.url}/random`)).blob()
    expect(blob.type).toBe('image/jpeg')
  })
})

describe('e-ink displays', () => {
  const espHome = { Accept: 'image/jpeg,*/*;q=0.8' }

  it('ESPHome gets an exact baseline JPEG, and another one the second time', async () => {
    const address = `${server.url}/random.jpg?w=800&h=480`
    const first = await ask(address, espHome)
    await expectBaseline(first, [800, 480])
    const { etag, 'last-modified': modified } = first.headers
    expect([etag, modified]).toEqual([undefined, undefined])
    const again = await ask(address, { ...espHome, 'If-Modified-Since': new Date().toUTCString() })
    await expectBaseline(again, [800, 480])
  })

  it('ESPHome keeps the picture of the day after 304', async () => {
    const address = `${server.url}/today.jpg?w=800&h=480`
    const first = await ask(address, espHome)
    await expectBaseline(first, [800, 480])
    const validators = {
      'If-None-Match': first.headers.etag ?? '',
      'If-Modified-Since': first.headers['last-modified'] ?? new Date().toUTCString(),
    }
    expect((await ask(address, { ...espHome, ...validators })).status).toBe(304)
  })

  it.each([
    ['/random.jpg', [1280, 850]],
    ['/random?w=1200&h=825&x=.jpg', [1200, 825]],
  ])('Inkplate reads the format of %s from its end', async (path, size) => {
    const address = server.url + path
    expect(address.slice(address.lastIndexOf('.') + 1)).toBe('jpg')
    await expectBaseline(await ask(address), size)
  })

  it('esp32-photoframe skips its refresh until the next day', async () => {
    const address = `${server.url}/today?w=800&h=480`
    const display = { 'X-Display-Width': '800', 'X-Display-Height': '480' }
    const stored = ((await ask(address, display)).headers.etag ?? '').slice(0, 127)
    const sameDay = await ask(address, { ...display, 'If-None-Match': stored })
    expect([sameDay.status, sameDay.content.length]).toEqual([304, 0])
    now += 86_400_000
    const nextDay = await ask(address, { ...display, 'If-None-Match': stored })
    await expectBaseline(nextDay, [800, 480])
    expect(nextDay.headers.etag).not.toBe(stored)
  })

  it('CALE sleeps until the day ends, by a header name with capitals', async () => {
    const read = async (path: string) => {
      const raw = await sendRaw(
        server.port,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      const line = raw.split('\r\n').find((header) => header.startsWith('Cache-Control:'))
      const at = line?.indexOf('max-age=') ?? -1
      return at < 0 ? undefined : Number.parseInt(line?.slice(at + 8) ?? '', 10)
    }
    expect(await read('/today.jpg?w=800')).toBe(4 * 3600)
    expect(await read('/random.jpg?w=800')).toBeUndefined()
  })
})

describe('programs between the server and the screen', () => {
  it('GIMP and link checkers send HEAD first', async () => {
    const head = await fetch(`${server.url}/random`, { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect((await head.arrayBuffer()).byteLength).toBe(0)
  })

  it('a CDN that caches by file extension is told not to', async () => {
    const cached = new Map<string, Answer>()
    const through = async (path: string) => {
      const known = cached.get(path)
      if (known) return known
      const answer = await ask(server.url + path)
      const caching = answer.headers['cache-control'] ?? ''
      if (/\.jpg$/.test(path) && !/no-store|private/.test(caching)) cached.set(path, answer)
      return answer
    }
    const seen = new Set<string>()
    for (let time = 0; time < 6; time++) {
      const { headers, content } = await through('/random.jpg')
      expect(headers['cache-control']).toContain('no-store')
      for (const name of ['etag', 'last-modified', 'accept-ranges'])
        expect(headers[name]).toBeUndefined()
      seen.add(content.toString('base64'))
    }
    // Six draws of the same wallpaper come once in 24⁵ runs.
    expect(seen.size).toBeGreaterThan(1)
  })
})
