import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeIndexRow } from '../../builders.ts'
import { type GithubEmulator, startGithub } from '../../emulators/github.ts'
import { type ComposedApp, startComposed } from '../../tools/servers/composed-app.ts'
import { closeServer, listenLocally } from '../../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { noise, plain } from '../adapters/sample-pictures.ts'

interface Given {
  status: number
  headers?: Record<string, string>
  body?: Buffer
}

const file = 'sub folder/küste am meer.jpg'
const path = `/files/main/${file.split('/').map(encodeURIComponent).join('/')}`

let github: GithubEmulator
let dataDir: string
let host: Server
let app: ComposedApp
let picture: Buffer
/** Answers like a host of pictures. Tests replace it. */
let answer: (response: ServerResponse, url: string) => void

const origin = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`

const start = async (rows: readonly unknown[], settings: Record<string, string> = {}) => {
  answer = (response) => response.end(picture)
  dataDir = await makeTempDir('random-remote')
  host = createServer(({ url = '' }, response) => answer(response, url))
  await listenLocally(host)
  github = await startGithub()
  github.push(rows, [], {})
  app = await startComposed({
    ...github.env,
    DATA_DIR: dataDir,
    WALLPAPERS_BASE_URL: `${origin()}/files`,
    ...settings,
  })
}
afterEach(async () => {
  await app.stop()
  await github.stop()
  await closeServer(host)
  await removeDir(dataDir)
})

describe('/random over a catalogue whose pictures are on another host', () => {
  let asked: string[]

  beforeEach(async () => {
    picture = await noise().jpeg({ progressive: true }).toBuffer()
    asked = []
    const row = makeIndexRow({ file_name: 'coast', file_main_name: file, width: 300, height: 300 })
    await start([row], { ORIGINALS_MAX_MB: '1' })
    answerWith({ status: 200, body: picture })
  })

  const answerWith = ({ status, headers = {}, body }: Given) => {
    answer = (response, url) => {
      asked.push(url)
      response.writeHead(status, headers).end(body)
    }
  }

  it('answers the bytes of a picture, which is fetched only once', async () => {
    for (const address of ['/random.jpg?w=100&h=80', '/today.jpg?w=100&h=80']) {
      const response = await app.get(address, { redirect: 'error' })
      expect([response.status, response.headers.get('X-Wallpaper-Id')]).toEqual([200, 'coast'])
      const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect(metadata).toMatchObject({ width: 100, height: 80, isProgressive: false })
    }
    expect(asked).toEqual([path])
    const other = await app.get('/images/coast')
    expect([other.status, other.headers.get('Location')]).toEqual([302, `${origin()}${path}`])
  })

  it.each([
    [{ status: 404 }, 404],
    [{ status: 200, body: Buffer.from('<!doctype html>') }, 404],
    [{ status: 500 }, 503],
    [{ status: 429, headers: { 'Retry-After': '30' } }, 503],
    [{ status: 302, headers: { Location: 'http://127.0.0.2:1/secret.jpg' } }, 503],
  ])('after the answer %o of the host, it is %i in JSON', async (given, status) => {
    answerWith(given)
    const response = await app.get('/random')
    expect(response.status).toBe(status)
    expect(response.headers.get('Content-Type')).toMatch(/json/)
    expect((await response.json()).error).toMatch(/.{15}/)
    if (status === 503)
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(
        given.status === 429 ? 29 : 1,
      )
    expect((await app.get('/random')).status).toBe(status)
    expect(asked).toHaveLength(1)
  })
})

describe('/random and /today while the host of the pictures fails', () => {
  const names = ['lake', 'dune', 'snow']

  beforeEach(async () => {
    picture = await plain('#336699', 300, 200).jpeg().toBuffer()
    await start(
      names.map((name) => makeIndexRow({ file_name: name, file_main_name: `${name}.jpg` })),
    )
  })

  it('tries the next picture when one hangs or is cut off', async () => {
    answer = (response, url) => {
      if (url.includes('lake')) return
      response.end(url.includes('dune') ? picture.subarray(0, 300) : picture)
    }
    for (let n = 0; n < 4; n++) {
      const response = await app.get(`/random?n=${n}`)
      expect(response.headers.get('X-Wallpaper-Id')).toBe('snow')
    }
  })

  it('waits for a slow host', async () => {
    const release = Promise.withResolvers<void>()
    answer = (response) => void release.promise.then(() => response.end(picture))
    const asked = app.get('/random')
    // The request has tried three pictures by then, for half a second each.
    setTimeout(release.resolve, 2_000)
    expect((await asked).status).toBe(200)
  })

  it('lets caches ask each time for a picture that takes the place of the picture of the day', async () => {
    const { wallpaper } = await (await app.get('/api/wallpapers/today')).json()
    answer = (response, url) =>
      url.endsWith(`/${wallpaper.id}.jpg`) ? response.writeHead(404).end() : response.end(picture)
    const { status, headers } = await app.get('/today')
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    expect(headers.get('X-Wallpaper-Id')).not.toBe(wallpaper.id)
  })

  it('has no other picture for /today, which caches keep until the day ends', async () => {
    answer = (response) => response.writeHead(500).end()
    expect((await app.get('/today')).status).toBe(503)
  })
})
