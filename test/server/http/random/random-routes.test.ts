import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PictureFile } from '../../../../server/catalogue/picture-versions.ts'
import type { CatalogueFiles } from '../../../../server/catalogue/source.ts'
import { DomainError } from '../../../../server/domain-error.ts'
import { expectDefined } from '../../../expect-defined.ts'
import type { Served } from '../../../tools/servers/serve-locally.ts'
import { sendRaw } from '../../../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { plain } from '../../adapters/sample-pictures.ts'
import { openFolder, startServer, writeCatalogue } from './random-server.ts'

const count = 40

let dir: string
let folder: string
let server: Served
beforeAll(async () => {
  dir = await makeTempDir('random')
  folder = join(dir, 'catalogue')
  await writeCatalogue(folder, count, (position) => ({
    width: position % 2 === 0 ? 160 : 90,
    height: position % 2 === 0 ? 90 : 160,
    orientation: undefined,
    luminance: position / count,
    category: position < 30 ? '#nature' : '#tech',
    ...(position === 0 && {
      file_name: 'über"1',
      credit: 'Zoë 100 %',
      license: 'https://creativecommons.org/licenses/by/4.0/',
    }),
  }))
  server = await startServer(folder, dir)
})
afterAll(async () => {
  await server.close()
  await removeDir(dir)
})

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)
const idOf = ({ headers }: Response) =>
  decodeURIComponent(expectDefined(headers.get('X-Wallpaper-Id') ?? undefined))
const pictureOf = async (answer: Response) => {
  const content = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('Content-Length')).toBe(String(content.length))
  const { width, height, format, isProgressive } = await sharp(content).metadata()
  return { width, height, format, isProgressive }
}
/** Counts how often each wallpaper comes. All requests are sent at once over one connection. */
const draw = async (path: string, times: number) => {
  const head = (connection: string) =>
    `HEAD ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`
  const text = await sendRaw(server.port, head('keep-alive').repeat(times - 1) + head('close'))
  const ids = [...text.matchAll(/^x-wallpaper-id: (.*)\r$/gim)].map(([, id = '']) =>
    decodeURIComponent(id),
  )
  expect(ids).toHaveLength(times)
  const drawn = new Map<string, number>()
  for (const id of ids) drawn.set(id, (drawn.get(id) ?? 0) + 1)
  return drawn
}
describe('GET /random', () => {
  it.each([
    ['/random', 'image/jpeg', 'jpeg'],
    ['/random.jpg', 'image/jpeg', 'jpeg'],
    ['/random.webp', 'image/webp', 'webp'],
    ['/random?format=webp', 'image/webp', 'webp'],
    ['/random.jpg?format=webp', 'image/jpeg', 'jpeg'],
  ])('%s answers %s with the bytes of one picture', async (path, type, format) => {
    const answer = await get(path, { redirect: 'error', headers: { Accept: 'image/avif,*/*' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe(type)
    const picture = await pictureOf(answer)
    expect(picture.format).toBe(format)
    expect(picture.isProgressive ?? false).toBe(false)
    expect(Math.max(picture.width ?? 0, picture.height ?? 0)).toBe(160)
  })

  it('answers exactly the size that is asked for', async () => {
    const answer = await get('/random?w=53&h=47')
    expect(await pictureOf(answer)).toMatchObject({ width: 53, height: 47, isProgressive: false })
    const inside = await get('/random?w=80&h=80&fit=contain&type=desktop')
    expect(await pictureOf(inside)).toMatchObject({ width: 80, height: 45 })
  })

  it('may not be cached or continued, with a seed either', async () => {
    for (const path of ['/random', '/random.jpg?seed=a', '/random.webp']) {
      const { status, headers } = await get(path, {
        headers: { Range: 'bytes=0-9', 'If-None-Match': '*' },
      })
      expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
      for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Range'])
        expect(headers.get(name)).toBeNull()
    }
  })

  it('names the wallpaper, its page, its credit and its license', async () => {
    const seeds = Array.from({ length: 400 }, (_, seed) => `/random?seed=${seed}`)
    let found: Response | undefined
    for (const path of seeds) {
      const answer = await get(path, { method: 'HEAD' })
      if (idOf(answer) === 'über"1') found = answer
      if (found) break
    }
    const { headers } = expectDefined(found)
    expect(headers.get('X-Wallpaper-Id')).toBe('%C3%BCber"1')
    expect(headers.get('X-Wallpaper-Credit')).toBe('Zo%C3%AB 100 %25')
    expect(headers.get('X-Wallpaper-License')).toBe('CC BY 4.0')
    expect(headers.get('Link')).toBe(
      '<http://wallpapers.test/wallpaper/%C3%BCber%221>; rel="describedby"; type="text/html", <https://creativecommons.org/licenses/by/4.0/>; rel="license"',
    )
    expect(headers.get('Content-Disposition')).toBe(
      `inline; filename="_ber_1.jpg"; filename*=UTF-8''%C3%BCber%221.jpg`,
    )
    const usual = await get('/random?category=tech')
    expect(usual.headers.get('Content-Disposition')).toBe(`inline; filename="${idOf(usual)}.jpg"`)
    expect(usual.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(usual.headers.get('Access-Control-Expose-Headers')).toContain('X-Wallpaper-Id')
    expect(usual.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })

  it('answers HEAD without rendering, and says nothing about the length', async () => {
    const { status, headers } = await get('/random?w=61&h=61', { method: 'HEAD' })
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect(headers.get('Content-Length')).toBeNull()
  })

  it.each(['?1700000000000', '?width=1&height=x&x=.jpg', '?n=1&n=2', '?count=abc&page=x&limit=0'])(
    'ignores the unknown parameters in %s',
    async (query) => {
      expect((await get(`/random${query}`)).status).toBe(200)
    },
  )

  it.each([
    ['?w=0', 400, /w '0'/],
    ['?w=10&w=20', 400, /given 2 times/],
    ['?format=gif', 400, /format 'gif'/],
    ['?tone=grey', 400, /tone/],
    ['?category=nowhere', 404, /Category 'nowhere' not found/],
    ['?category=tech&tone=dark', 404, /category 'tech', tone 'dark'|tone 'dark'/],
    ['?from=@nobody_at_all', 404, /User not found/],
  ])('%s is %i in JSON that every site may read', async (query, status, text) => {
    const answer = await get(`/random${query}`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await answer.json()).error).toMatch(text)
  })

  it('follows the filters and the seed', async () => {
    const dark = await draw('/random?tone=dark&type=desktop', 200)
    expect([...dark.keys()].toSorted()).toEqual(['picture-2', 'picture-4', 'picture-6', 'über"1'])
    expect((await draw('/random?seed=a', 40)).size).toBe(1)
  })

  it('leaves out what is excluded, with a seed too', async () => {
    const [only] = [...(await draw('/random?seed=a', 20)).keys()]
    const other = await draw(`/random?seed=a&exclude=${encodeURIComponent(only ?? '')}`, 20)
    expect([...other.keys()]).not.toContain(only)
    expect(other.size).toBe(1)
    const most = Array.from({ length: count - 1 }, (_, at) => `picture-${at + 1}`).join()
    const last = await get(`/random?seed=a&exclude=${most}`, { method: 'HEAD' })
    expect(idOf(last)).toBe('über"1')
    const all = ['picture-2', 'picture-4', 'picture-6', 'über"1'].map(encodeURIComponent).join()
    for (const seed of ['', '&seed=a']) {
      const none = await get(`/random?tone=dark&type=desktop&exclude=${all}${seed}`)
      expect(none.status).toBe(404)
      expect((await none.json()).error).toMatch(/every match is excluded/)
    }
  })

  it('answers another picture where one is missing', async () => {
    const other = join(dir, 'other')
    await writeCatalogue(other, 3, () => ({ width: 20, height: 20 }))
    await rm(join(other, 'main', 'picture-1.jpg'))
    const files = await startServer(other, join(dir, 'other-data'))
    for (let at = 0; at < 12; at++) {
      const answer = await fetch(`${files.url}/random`)
      expect(answer.status).toBe(200)
      expect(idOf(answer)).not.toBe('picture-1')
    }
    await files.close()
  })

  it('resizes one picture for a request, however long that takes', async () => {
    const asked: string[] = []
    const files: CatalogueFiles = {
      find: async (_, file) => ({ path: file, size: 1, mtimeMs: 1 }),
    }
    const picture = new Uint8Array(await plain('#336699').jpeg().toBuffer())
    // Longer than a request waits for a picture of another server.
    const render = async ({ path }: PictureFile) => {
      asked.push(path)
      await sleep(1_000)
      return { picture, contentType: 'image/jpeg' }
    }
    const slow = await startServer(folder, dir, { files, renditions: { render } })
    expect((await fetch(`${slow.url}/random`)).status).toBe(200)
    expect(asked).toHaveLength(1)
    await slow.close()
  })

  it('does not ask for other pictures while the server has too many to resize', async () => {
    let asked = 0
    const render = async () => {
      asked++
      throw new DomainError('BUSY', 'Try again later')
    }
    const { app } = await openFolder(folder, dir, { renditions: { render } })
    expect((await app.request('/random')).status).toBe(503)
    expect(asked).toBe(1)
  })
})
