import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type CloudinaryEmulator,
  makeResource,
  startCloudinary,
} from '../../emulators/cloudinary.ts'
import { type ComposedApp, startComposed } from '../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

const ids = ['plain', 'u\u0308ber/nfd', '写真/海 と 山', "it's (1) + 1 = 2, ok; [x] {y} @z $ ! ~"]

describe('favorites of hosted images', () => {
  let cloudinary: CloudinaryEmulator
  let app: ComposedApp
  let dir: string
  beforeAll(async () => {
    dir = await makeTempDir('hosted-favorites')
    cloudinary = await startCloudinary()
    cloudinary.resources = ids.map((public_id) => makeResource({ public_id }))
    app = await startComposed({ CLOUDINARY_URL: cloudinary.cloudinaryUrl, DATA_DIR: dir })
    await vi.waitFor(async () => expect(await list()).toHaveLength(ids.length), 60_000)
  })
  afterAll(async () => {
    await app.stop()
    await cloudinary.stop()
    await removeDir(dir)
  })

  const json = async (path: string, init?: RequestInit) => (await app.get(path, init)).json()
  const send = (method: string, path: string, body: object, token = '') =>
    json(path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const list = async (): Promise<{ public_id: string; download_url: string }[]> =>
    json('/api/random-wallpapers?count=100')

  it('are accepted by every listed id, and shown on the share page with their pictures', async () => {
    const person = { username: 'ada', password: 'correct horse', name: 'Ada' }
    const { token } = await send('POST', '/api/auth/sign-up/username', person)
    for (const { public_id: wallpaperId } of await list())
      await send('PATCH', '/api/favorites', { wallpaperId, action: 'add' }, token)
    const { favorites } = await json('/api/favorites/ada')
    expect(favorites.toSorted()).toEqual(ids.toSorted())

    const page = await (await app.get('/share/ada')).text()
    expect(page).not.toContain('no longer in the catalogue')
    expect(page).toContain(`${ids.length} wallpapers`)
    const { items } = await json('/feed.json?from=@ada')
    const originals = (await list()).map(({ download_url }) => download_url)
    for (const { banner_image, image } of items) {
      expect(originals).toContain(banner_image)
      expect(image).toMatch(/^https:\/\/res\.cloudinary\.com\/emulated\/image\/upload\/c_limit,/)
    }
    const preview = await app.get('/share/ada/preview.jpg')
    expect(preview.headers.get('Location')).toMatch(/\/image\/upload\/.*w_1200.*\/v1700000123\//)
  })
})
