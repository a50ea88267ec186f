import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComposedApp, startComposed } from '../../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { landscape } from '../../adapters/sample-pictures.ts'

const owner = 'Secret Owner'
const film = `the film of a phone by ${owner}`

describe('the originals of an own folder', () => {
  let dir: string
  let original: Buffer
  let server: ComposedApp
  let keeping: ComposedApp

  beforeAll(async () => {
    dir = await makeTempDir('metadata')
    const folder = join(dir, 'pictures')
    await mkdir(folder)
    const picture = landscape()
      .withExif({
        IFD0: { Artist: owner },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 0/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
    original = Buffer.concat([await picture.jpeg().toBuffer(), Buffer.from(film)])
    await writeFile(join(folder, 'photo.jpg'), original)
    await writeFile(join(folder, 'damaged.avif'), await landscape().avif({ effort: 0 }).toBuffer())
    const env = { WALLPAPERS_DIR: folder, DATA_DIR: join(dir, 'data') }
    server = await startComposed(env)
    const keep = { PICTURE_METADATA: 'keep', PICTURE_FACTS: 'on' }
    keeping = await startComposed({ ...env, DATA_DIR: join(dir, 'data2'), ...keep })
  })
  afterAll(async () => {
    await Promise.all([server.stop(), keeping.stop()])
    await removeDir(dir)
  })

  const get = async (path: string, init?: RequestInit, app = server) => {
    const answer = await app.get(path, init)
    const { status, headers } = answer
    return { status, headers, body: Buffer.from(await answer.arrayBuffer()) }
  }

  it.each(['/main/photo.jpg', '/images/photo', '/images/photo/any'])(
    '%s is sent without place and owner, and the file does not change',
    async (path) => {
      const { status, headers, body } = await get(path)
      expect(status).toBe(200)
      expect(headers.get('Content-Length')).toBe(String(body.length))
      expect(body.includes(owner)).toBe(false)
      const metadata = await sharp(body).metadata()
      expect(metadata).toMatchObject({ orientation: 6, width: 640, hasProfile: true })
      expect(metadata.exif?.length).toBeLessThan(40)
      expect(await readFile(join(dir, 'pictures/photo.jpg'))).toEqual(original)
    },
  )

  it('has the same length, ETag and bytes for HEAD, ranges and conditions', async () => {
    const whole = await get('/main/photo.jpg')
    const etag = whole.headers.get('ETag') ?? ''
    const head = await get('/main/photo.jpg', { method: 'HEAD' })
    expect(head.headers.get('ETag')).toBe(etag)
    expect(head.headers.get('Content-Length')).toBe(String(whole.body.length))
    const headers = { Range: 'bytes=10-400', 'If-Range': etag }
    const part = await get('/main/photo.jpg', { headers })
    expect(part.status).toBe(206)
    expect(part.headers.get('Content-Range')).toBe(`bytes 10-400/${whole.body.length}`)
    expect(part.body).toEqual(whole.body.subarray(10, 401))
    const known = await get('/main/photo.jpg', { headers: { 'If-None-Match': etag } })
    expect(known.status).toBe(304)
  })

  it('continues no download of the file with its metadata', async () => {
    const kept = await get('/main/photo.jpg', {}, keeping)
    const stripped = await get('/main/photo.jpg')
    expect(kept.headers.get('ETag')).not.toBe(stripped.headers.get('ETag'))
    for (const name of ['ETag', 'Last-Modified']) {
      const headers = { Range: 'bytes=0-9', 'If-Range': kept.headers.get(name) ?? '' }
      expect((await get('/main/photo.jpg', { headers })).status).toBe(200)
    }
  })

  it('are sent as they are with PICTURE_METADATA=keep', async () => {
    for (const path of ['/main/photo.jpg', '/images/photo'])
      expect((await get(path, {}, keeping)).body).toEqual(original)
  })

  it('name their owner in details only with PICTURE_FACTS=on', async () => {
    const creditAt = async (at: ComposedApp) =>
      JSON.parse(`${(await get('/api/wallpapers/photo', {}, at)).body}`).credit
    expect(await creditAt(server)).toBeNull()
    expect(await creditAt(keeping)).toBe(owner)
  })

  it('are not sent if they are too damaged to find their metadata', async () => {
    const path = join(dir, 'pictures/damaged.avif')
    const file = await readFile(path)
    // The list of items claims to have more items than it has.
    file.writeUInt16BE(60_000, file.indexOf('iloc') + 10)
    await writeFile(path, file)
    const { status, body } = await get('/main/damaged.avif')
    expect(status).toBe(404)
    expect(JSON.parse(`${body}`)).toEqual({
      error: 'The picture is not sent because its metadata could not be removed',
    })
  })
})
