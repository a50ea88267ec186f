import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPictureWork } from '../../../../server/adapters/sharp/picture-work.ts'
import { createSharpRenditions } from '../../../../server/adapters/sharp/renditions.ts'
import { createWallpaperUrls } from '../../../../server/catalogue/wallpaper-urls.ts'
import { toRemoteUrl } from '../../../../server/http/images/images-routes.ts'
import { silentLog as log } from '../../../accounts-app.ts'
import { makeIndexRow, makeWallpaper } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { pictureAt, plain } from '../../adapters/sample-pictures.ts'
import { openFolder } from '../random/random-server.ts'

describe('the pictures', () => {
  let dir: string
  let parts: Awaited<ReturnType<typeof openFolder>>['parts']
  let app: Awaited<ReturnType<typeof createTestApp>>
  /** Has a short queue for resizing. */
  let narrow: typeof app

  beforeAll(async () => {
    dir = await makeTempDir('images')
    const folder = join(dir, 'catalogue')
    await mkdir(join(folder, 'main'), { recursive: true })
    const white = await plain('#ffffff', 600, 800).png().toBuffer()
    await plain('#336699', 1200, 800).toFile(join(folder, 'main', 'blue.jpg'))
    await plain('#000000', 1200, 800)
      .composite([{ input: white, left: 600, top: 0 }])
      .toFile(join(folder, 'main', 'split.jpg'))
    await writeFile(join(folder, 'main', 'broken.jpg'), 'this is no picture')
    await writeFile(join(dir, 'secret.jpg'), 'not yours')
    await plain('#993366', 1200, 800).toFile(join(folder, 'main', 'whole.jpg'))
    const rows = ['blue', 'broken', 'split', 'whole'].map((name) =>
      makeIndexRow({
        license: name === 'whole' ? 'CC BY-NC-ND 2.0' : undefined,
        file_name: name,
        file_main_name: `${name}.jpg`,
        file_cache_name: `${name}.webp`,
        focal_point: { x: 0.9, y: 0.5 },
      }),
    )
    await writeFile(join(folder, 'index.json'), JSON.stringify(rows))
    ;({ app, parts } = await openFolder(folder, dir))
    const work = createPictureWork({ concurrency: 1, maxWaiting: 1 })
    const few = { dir: join(dir, 'few'), maxBytes: 1e8, work, log }
    narrow = await createTestApp({ ...parts, renditions: createSharpRenditions(few) })
  })
  afterAll(() => removeDir(dir))

  const picture = async (path: string) => {
    const response = await app.request(path)
    const bytes = Buffer.from(await response.arrayBuffer())
    const { width, height, format } = await sharp(bytes).metadata()
    return { response, width, height, format }
  }

  it('has the format that the extension after the id asks for', async () => {
    const etagOf = async (path: string) => (await app.request(path)).headers.get('ETag')
    const original = await etagOf('/main/blue.jpg')
    expect(await etagOf('/images/blue.jpg')).toBe(original)
    expect(await etagOf('/images/blue.JPEG')).toBe(original)
    expect(await etagOf('/images/blue.webp')).not.toBe(original)
    expect(await picture('/images/blue.webp?w=300')).toMatchObject({ format: 'webp', width: 300 })
    expect(await picture('/images/blue.webp?format=jpeg')).toMatchObject({ format: 'jpeg' })
    for (const path of ['/images/blue.gif', '/images/nowhere.jpg', '/images/.jpg'])
      expect((await app.request(path)).status).toBe(404)
  })

  it('is that of the id, even if the file of another picture is called like the address', async () => {
    const folder = join(dir, 'plain')
    await mkdir(join(folder, 'other'), { recursive: true })
    await plain('#ff0000').toFile(join(folder, 'lake.png'))
    await plain('#0000ff').toFile(join(folder, 'other', 'lake.webp'))
    const opened = await openFolder(folder, join(dir, 'plain-data'))
    for (const path of ['/images/lake.webp', '/cache/lake.webp']) {
      const bytes = await (await opened.app.request(path)).arrayBuffer()
      expect((await sharp(bytes).stats()).dominant.r).toBeGreaterThan(200)
    }
  })

  it('is never another one whose name is the start of the name of a picture that is gone', async () => {
    const folder = join(dir, 'versions')
    await mkdir(folder)
    await plain('#ff0000').toFile(join(folder, 'holiday.jpg'))
    await plain('#0000ff').toFile(join(folder, 'holiday.v2.jpg'))
    await openFolder(folder, join(dir, 'versions-data'))
    await rm(join(folder, 'holiday.v2.jpg'))
    const { app } = await openFolder(folder, join(dir, 'versions-data'))
    const paths = ['/images/holiday.v2', '/images/holiday.v2.jpg', '/cache/holiday.v2.webp']
    const statuses = paths.map(async (path) => (await app.request(path)).status)
    expect(await Promise.all(statuses)).toEqual([404, 404, 404])
    expect((await app.request('/images/holiday')).status).toBe(200)
  })

  it('makes a preview under /cache where the folder has none', async () => {
    expect(await picture('/cache/blue.webp')).toMatchObject({ width: 600, format: 'webp' })
  })

  it.each([
    ['/images/blue', { width: 1200, height: 800, format: 'jpeg' }],
    ['/images/blue?w=300', { width: 300, height: 200, format: 'jpeg' }],
    ['/images/blue?w=64&h=64', { width: 64, height: 64, format: 'jpeg' }],
    [
      '/images/blue?w=300&h=300&fit=contain&format=webp',
      { width: 300, height: 200, format: 'webp' },
    ],
    ['/images/blue?w=7680&h=4320&fit=contain', { width: 1200, height: 800, format: 'jpeg' }],
  ])('%s answers the picture at that size, and never enlarges it', async (path, expected) => {
    expect(await picture(path)).toMatchObject(expected)
  })

  it('is never cropped if its license forbids changes', async () => {
    const path = 'main/whole.jpg'
    const version = await parts.versions.read(await pictureAt(join(dir, 'catalogue', path)))
    const address = `/images/whole/${version}-whole?w=300&h=300`
    const whole = { width: 300, height: 200 }
    expect(await picture(`${address}&fit=cover`)).toMatchObject(whole)
    const { response } = await picture(address)
    expect(response.headers.get('Cache-Control')).toContain('immutable')
  })

  it.each(['w=15', 'w=7681', 'h=x', 'fit=squeeze', 'format=tiff'])(
    '?%s is 400 and names what is accepted',
    async (query) => {
      const response = await app.request(`/images/blue?${query}`)
      expect(response.status).toBe(400)
      expect((await response.json()).error).toMatch(/expected/)
    },
  )

  it.each([
    '/images/nobody?w=100',
    '/images/broken?w=100',
    '/main/nobody.jpg',
    '/main/..%2Fsecret.jpg',
    '/main/%2Fetc%2Fpasswd',
    '/main/blue.jpg%00.png',
    '/main/index.json',
    '/cache/nobody.webp',
    '/cache/..%5C..%5Csecret.webp',
    '/main/%252e%252e%252fsecret.jpg',
    '/images/..%2F..%2Fsecret.jpg?w=100',
    '/images/blue%00?w=100',
  ])('%s is 404 with a JSON error', async (path) => {
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toHaveProperty('error')
  })

  it('answers for a file that cannot be read as for a missing one, and logs why', async () => {
    const endless = join(dir, 'endless.jpg')
    await symlink(endless, endless)
    const reasons: unknown[] = []
    const warn = (fields: object) => {
      if ('err' in fields && fields.err instanceof Error) reasons.push(fields.err.cause)
    }
    const files = { find: () => pictureAt(endless) }
    const unreadable = await createTestApp({ ...parts, files, log: { ...log, warn } })
    for (const path of ['/main/blue.jpg', '/images/blue', '/images/blue?w=100'])
      expect((await unreadable.request(path)).status).toBe(404)
    const because = expect.objectContaining({ code: 'ELOOP' })
    expect(reasons).toEqual([because, because, because])
  })

  it('may be cached forever under the address of its version, and briefly under another', async () => {
    const file = await parts.versions.read(await pictureAt(join(dir, 'catalogue/main/blue.jpg')))
    const version = `${file}-900-500`
    const cachingOf = async (path: string) => {
      const response = await app.request(path)
      expect(response.status).toBe(200)
      return response.headers.get('cache-control')
    }
    const forever = 'public, max-age=31536000, immutable'
    expect(await cachingOf(`/images/blue/${version}`)).toBe(forever)
    expect(await cachingOf(`/images/blue/${version}?w=300&format=webp`)).toBe(forever)
    expect(await cachingOf('/images/blue/another?w=300')).toBe('public, max-age=60')
    // The focal point in this address is outdated.
    expect(await cachingOf(`/images/blue/${file}-100-500?w=300`)).toBe('public, max-age=60')
    expect(await cachingOf('/images/blue?w=300')).toContain('max-age=86400')
    const broken = await app.request(`/images/broken/${version}?w=300`)
    expect(broken.headers.get('cache-control')).toBe('no-store')
  })

  it('is sent while its version is still being computed, and may be cached briefly', async () => {
    const never = () => new Promise<never>(() => undefined)
    const slow = { ...parts.versions, read: never }
    const slowApp = await createTestApp({ ...parts, versions: slow })
    const response = await slowApp.request('/images/blue/any')
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
  })

  it('is refused with a time to try again when too many sizes are waiting', async () => {
    const asked = [100, 110, 120, 130].map((width) => narrow.request(`/images/blue?w=${width}`))
    const responses = await Promise.all(asked)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503])
    for (const response of responses.filter(({ status }) => status === 503)) {
      expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect((await response.json()).error).toContain('try again in a moment')
    }
    expect((await narrow.request('/images/blue?w=130')).status).toBe(200)
  })
})

const urls = createWallpaperUrls('http://fresco.test', { filesUrl: 'https://files.example' })
const full = 'https://files.example/main/lake-view.png'
const preview = 'https://files.example/cache/lake-view.webp'

describe('toRemoteUrl', () => {
  it.each([
    [{}, full],
    [{ w: 600 }, preview],
    [{ w: 601 }, full],
    [{ w: 600, h: 337 }, preview],
    [{ w: 600, h: 338 }, full],
    [{ w: 600, h: 600, fit: 'contain' as const }, preview],
    [{ h: 337 }, preview],
    [{ h: 400 }, full],
  ])('answers %j with the smaller file that is large enough', (query, url) => {
    expect(toRemoteUrl(makeWallpaper(), { fit: 'cover', ...query }, urls)).toBe(url)
  })

  it('asks a Cloudinary that holds the file for exactly the size', () => {
    const filesUrl = 'https://res.cloudinary.com/demo/image/upload'
    const there = createWallpaperUrls('http://fresco.test', { filesUrl })
    const remote = (query: object) =>
      toRemoteUrl(makeWallpaper({ cacheFile: '' }), { fit: 'cover', ...query }, there)
    expect(remote({ w: 1201 })).toBe(
      `${filesUrl}/c_scale,h_676,w_1201/f_jpg,q_auto/main/lake-view.png`,
    )
    expect(remote({ w: 100, h: 100, format: 'webp' })).toMatch(
      /c_crop,g_north_west,h_100,w_100,x_39,y_0\/f_webp,q_auto\/main/,
    )
    expect(remote({})).toBe(`${filesUrl}/main/lake-view.png`)
  })

  it.each([{ width: undefined }, { cacheFile: '' }])('answers the original with %j', (fields) => {
    expect(toRemoteUrl(makeWallpaper(fields), { w: 100, fit: 'cover' }, urls)).toBe(full)
  })
})
