import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type CloudinaryEmulator,
  makeResource,
  startCloudinary,
} from '../../emulators/cloudinary.ts'
import { type RunningServer, startServer } from '../../tools/servers/start-server.ts'

const ids = [
  'walls/lake-view',
  'plain',
  'Meine Bilder/Küste am Meer',
  'u\u0308ber/nfd',
  '写真/海 と 山',
  `long/${'x'.repeat(195)}`,
  '海'.repeat(255),
  "it's (1) + 1 = 2, ok; [x] {y} @z $ ! ~",
]

describe('favorites of hosted images', () => {
  let cloudinary: CloudinaryEmulator
  let server: RunningServer
  const username = 'ada'
  let token = ''
  beforeAll(async () => {
    cloudinary = await startCloudinary()
    cloudinary.resources = ids.map((public_id) => makeResource({ public_id }))
    server = await startServer({ env: { CLOUDINARY_URL: cloudinary.cloudinaryUrl } })
    const person = { username, password: 'correct horse', name: 'Ada' }
    const answer = await post('/api/auth/sign-up/username', person)
    token = ((await answer.json()) as { token: string }).token
    await vi.waitFor(async () => expect(await list()).toHaveLength(ids.length), 60_000)
  })
  afterAll(async () => {
    await server.stop()
    await cloudinary.stop()
  })

  const post = (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    method = 'POST',
  ) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const own = () => ({ Authorization: `Bearer ${token}` })
  const list = async () => {
    const response = await fetch(`${server.url}/api/random-wallpapers?count=100`)
    return (await response.json()) as { public_id: string; download_url: string }[]
  }
  const heartAll = async () => {
    for (const { public_id: wallpaperId } of await list()) {
      const response = await post('/api/favorites', { wallpaperId, action: 'add' }, own(), 'PATCH')
      expect([wallpaperId, response.status]).toEqual([wallpaperId, 200])
    }
  }
  const text = async (path: string) => (await fetch(`${server.url}${path}`)).text()
  const json = async (path: string) => JSON.parse(await text(path))

  it('accept every id that is listed, one by one and all at once', async () => {
    await heartAll()
    const { favorites } = await json(`/api/favorites/${username}`)
    expect(favorites.toSorted()).toEqual(ids.toSorted())
    const replaced = await post('/api/favorites', { favorites: ids }, own())
    expect(await replaced.json()).toEqual({ success: true, favorites: ids })
  })

  it('are on the share page, in its feed and in its previews with their pictures', async () => {
    await heartAll()
    const page = await text(`/share/${username}`)
    expect(page).not.toContain('no longer in the catalogue')
    expect(page).toContain(`${ids.length} wallpapers`)
    const links = [...page.matchAll(/href="\/wallpaper\/([^"]+)"/g)].map(([, at = '']) => at)
    expect(links.map((at) => decodeURIComponent(at).replace('&#39;', "'")).toSorted()).toEqual(
      ids.toSorted(),
    )
    const feed = await json(`/share/${username}/feed.json`)
    expect(feed.items).toHaveLength(ids.length)
    const originals = (await list()).map(({ download_url }) => download_url)
    for (const { banner_image, image, attachments } of feed.items) {
      expect(originals).toContain(banner_image)
      expect(image).toMatch(/^https:\/\/res\.cloudinary\.com\/emulated\/image\/upload\/c_limit,/)
      expect(attachments[0].mime_type).toBe('image/jpeg')
    }
    const preview = await fetch(`${server.url}/share/${username}/preview.jpg`, {
      redirect: 'manual',
    })
    expect(preview.status).toBe(302)
    expect(preview.headers.get('Location')).toMatch(/\/image\/upload\/.*w_1200.*\/v1700000123\//)
  })
})
