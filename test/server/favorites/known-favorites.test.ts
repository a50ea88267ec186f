import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueSnapshot } from '../../../server/catalogue/catalogue-store.ts'
import { createFavoriteIds } from '../../../server/favorites/known-favorites.ts'
import { makeCatalogue, makeIndexRow } from '../../builders.ts'
import { publicUrl } from '../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../web/web-app.ts'

const files = { 'nature/lake.jpg': 'nature-lake', 'pic.jpg': 'pic', 'pic.png': 'pic-2' }
const rows = Object.entries(files).map(([file_main_name, file_name]) =>
  makeIndexRow({ file_name, file_main_name }),
)

// As a server stores them while its catalogue is still loading.
const stored = ['nature%2Flake.jpg', 'gone.jpg', 'nature-lake', 'pic.png', 'cafe\u0301', '50% off']
const known = ['nature-lake', 'gone.jpg', 'pic-2', 'cafe\u0301']

describe('createFavoriteIds', () => {
  const index = [...rows, makeIndexRow({ file_name: 'café', file_main_name: 'café.jpg' })]
  const catalogue = makeCatalogue({ index })
  const loaded = createFavoriteIds(() => ({ catalogue }) as CatalogueSnapshot)

  it.each([
    'nature/lake.jpg',
    'LAKE.JPG',
    'nature%2Flake.jpg',
    'nature-lake.jpg',
    'Nature-Lake.webp',
  ])('takes the stored file name %s for its wallpaper', (text) =>
    expect(loaded.toStored(text)).toBe('nature-lake'),
  )

  it('takes an id with its accents apart for the same id', () => {
    expect(loaded.toStored('cafe\u0301')).toBe('café')
    expect(loaded.toSent('cafe\u0301')).toBe('café')
  })

  it.each(['lake', 'nature-lake.avif', 'e.jpg'])('leaves the stored text %s as it is', (text) =>
    expect(loaded.toStored(text)).toBe(text),
  )

  it.each(['is still loading', 'cannot be loaded'])(
    'compares nothing with a catalogue that %s',
    (state) => {
      const snapshot =
        state === 'is still loading'
          ? new Promise<never>(() => {})
          : Promise.reject(new Error(state))
      const { toSent, toStored, toKnown } = createFavoriteIds(() => snapshot)
      expect(toSent('cafe\u0301.jpg')).toBe('café.jpg')
      expect(toStored('nature/lake.jpg')).toBe('nature/lake.jpg')
      expect(toKnown(['pic.jpg', '50% off', 'pic.jpg'])).toEqual(['pic.jpg'])
    },
  )
})

describe('withKnownIds', () => {
  let web: WebApp
  let person: Awaited<ReturnType<typeof makePerson>>
  beforeAll(async () => {
    web = await createWebApp({ rows })
    person = await makePerson(web)
  })
  beforeEach(() => web.favorites.replace(person.userId, stored))
  afterAll(() => web.close())

  const read = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' }
    return (await web.app.request(publicUrl + path, { headers, ...init })).json()
  }
  const change = (wallpaperId: string, action: 'add' | 'remove') =>
    read('/api/favorites', { method: 'PATCH', body: JSON.stringify({ wallpaperId, action }) })

  it('reads stored file names as the wallpapers that they mean, each once', async () => {
    expect(await read('/api/favorites')).toEqual({ favorites: known })
    expect(await read(`/api/favorites/${person.username}`)).toMatchObject({
      favorites: known,
      favoritesCount: known.length,
    })
    const query = `from=${person.username}&limit=10&include=details`
    const { items } = await read(`/api/wallpapers?${query}`)
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual(['nature-lake', 'pic-2'])
  })

  it('removes every spelling of a heart and leaves all others as they are', async () => {
    await change('nature-lake', 'remove')
    await change('PIC.PNG', 'remove')
    await change('caf\u00e9', 'remove')
    expect(await web.favorites.list(person.userId)).toEqual(['gone.jpg', '50% off'])
    expect((await change('gone.jpg', 'remove')).favorites).toEqual([])
  })

  it('adds no second heart for a wallpaper', async () => {
    const { favorites } = await change('lake.jpg', 'add')
    expect(favorites.toSorted()).toEqual(known.toSorted())
    expect((await change('pic.jpg', 'add')).favorites).toEqual([...favorites, 'pic'])
  })

  it('never takes the heart of a wallpaper that is away for that of a similar one', async () => {
    // The catalogue has nature/lake.jpg and pic.jpg, but neither lake.jpg nor pic.avif.
    const away = ['lake', 'pic.avif', 'pic']
    await web.favorites.replace(person.userId, away)
    expect(await read('/api/favorites')).toEqual({ favorites: away })
    const items = await read(`/api/wallpapers?from=${person.username}&include=details&limit=10`)
    expect(items.items.map(({ id }: { id: string }) => id)).toEqual(['pic'])
    await change('nature-lake', 'add')
    await change('nature-lake', 'remove')
    expect((await change('pic', 'remove')).favorites).toEqual(['lake', 'pic.avif'])
    const { favorites } = await read('/api/favorites', {
      method: 'POST',
      body: JSON.stringify({ favorites: ['pic.avif', 'lake'] }),
    })
    expect(favorites).toEqual(['pic.avif', 'lake'])
    expect((await change('lake', 'remove')).favorites).toEqual(['pic.avif'])
  })
})
