import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ComposedApp, startComposed } from '../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { plain } from './adapters/sample-pictures.ts'

const nfd = (text: string) => text.normalize('NFD')

/** Each file, and the id of its picture. Which spellings find a picture is a rule of `findSpelled`. */
const files = new Map([
  ['pic.jpg', 'pic'],
  ['beach/lake.jpg', 'lake'],
  ['Été 2024/plage.jpg', 'plage'],
  [nfd('über uns/Straße.jpg'), 'Straße'],
  ['東京.jpg', '東京'],
  ['100% real.jpg', '100-real'],
  ["it's [1] (2).jpg", "it's-[1]-(2)"],
])

let folder: string
let app: ComposedApp
let authorization: string
beforeAll(async () => {
  folder = await makeTempDir('odd-names')
  for (const [at, file] of [...files.keys()].entries()) {
    const path = join(folder, 'pictures', file)
    await mkdir(dirname(path), { recursive: true })
    await plain(`#${at}${at}8833`, 64, 36).toFile(path)
  }
  app = await startComposed({ WALLPAPERS_DIR: join(folder, 'pictures'), DATA_DIR: folder })
  await vi.waitFor(async () => expect(await ask('/index.json')).toHaveLength(files.size), 60_000)
  const person = { username: 'ada', password: 'correct horse' }
  authorization = `Bearer ${(await ask('/api/auth/sign-up/username', person)).token}`
})
afterAll(async () => {
  await app.stop()
  await removeDir(folder)
})

const ask = async (path: string, body?: unknown, method = body ? 'POST' : 'GET') => {
  const response = await app.get(path, {
    method,
    headers: { Authorization: authorization ?? '', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.json()
}

describe.each([...files])('the picture %s of a folder', (file, id) => {
  const spellings = [id, nfd(id), file, file.normalize('NFC').toUpperCase()]

  it.each(spellings)('is found as %s by every route', async (text) => {
    const encoded = encodeURIComponent(text)
    expect(await ask(`/api/wallpapers/${encoded}`)).toMatchObject({ id })
    const image = await app.get(`/images/${encoded}?w=16`)
    expect(image.headers.get('Content-Type')).toBe('image/jpeg')
    const page = await app.get(`/wallpaper/${encoded}`)
    expect(page.status).toBeLessThan(400)
    const home = page.headers.get('Location') ?? `/wallpaper/${id}`
    expect(decodeURIComponent(home)).toMatch(new RegExp(`/wallpaper/${RegExp.escape(id)}$`))
    // Commas separate the values of `exclude`, and an id has none of these characters.
    if (!/[%?#&,]/.test(text))
      for (const route of ['wallpapers', 'random-wallpaper']) {
        const query = `limit=100&include=details&exclude=${encoded}`
        const { items } = await ask(`/api/${route}?${query}`)
        const left = items.map((each: { id: string }) => each.id)
        expect(left.toSorted()).toEqual(
          [...files.values()].filter((each) => each !== id).toSorted(),
        )
      }
    const wallpaperId = /[%?#&]/.test(text) ? encoded : text
    const added = await ask('/api/favorites', { wallpaperId, action: 'add' }, 'PATCH')
    expect(added.favorites).toEqual([id])
    const removed = await ask('/api/favorites', { wallpaperId, action: 'remove' }, 'PATCH')
    expect(removed.favorites).toEqual([])
  })
})

it('filters by a category in both forms', async () => {
  for (const category of ['été-2024', nfd('été-2024')]) {
    const query = `category=${encodeURIComponent(category)}&include=details`
    expect((await ask(`/api/wallpapers?${query}`)).items).toMatchObject([{ id: 'plage' }])
  }
})
