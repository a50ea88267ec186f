import { describe, expect, it } from 'vitest'
import { createStoredFirst } from '../../../../extension/features/favorites/start-stored-favorites.ts'
import { toKey } from '../../../../extension/features/wallpaper/deck.ts'
import { makeDeck, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryStoredFavorites } from '../../fakes/memory-stored-favorites.ts'

const server = 'http://server.test'
const screen = { width: 1920, height: 1080 }
const light = '0o'.repeat(48)

const offline = {
  describe: () => Promise.reject(new Error('offline')),
  load: () => Promise.reject(new Error('offline')),
}

const setUp = async () => {
  const stored = createMemoryStoredFavorites()
  const wallpaper = makeWallpaper({ id: 'a', title: 'A', light, focal: '26% 100%' })
  await stored.store(wallpaper, new Blob(['bytes']))
  return createStoredFirst(stored, offline)
}

describe('createStoredFirst', () => {
  it('reads the details and the picture of a stored favorite without the network', async () => {
    const stored = await setUp()
    const detail = await stored.describe(server, 'a')
    if (!detail) throw new Error('Nothing is stored')
    expect(detail).toMatchObject({ id: 'a', title: 'A', focal_point: { x: 0.26, y: 1 } })
    const image = await stored.load({ ...detail, catalogue: server }, screen)
    expect(image).toMatchObject({ light })
    expect(image.blob.size).toBe(5)
  })

  it('reads the picture of a wallpaper that was shown lately, unless it was replaced', async () => {
    const wallpaper = makeWallpaper({ id: 'a', light })
    const deck = makeDeck({ history: [wallpaper] })
    const stored = createMemoryStoredFavorites(deck, { [toKey(wallpaper)]: 5 })
    const { load } = createStoredFirst(stored, offline)
    expect((await load(wallpaper, screen)).blob.size).toBe(5)
    const replaced = { ...wallpaper, image_url: 'http://server.test/new/a' }
    await expect(load(replaced, screen)).rejects.toThrow('offline')
  })

  it('fetches all other wallpapers from the network', async () => {
    const { describe, load } = await setUp()
    await expect(describe('http://other.test', 'a')).rejects.toThrow('offline')
    await expect(load(makeWallpaper({ id: 'b' }), screen)).rejects.toThrow('offline')
  })
})
