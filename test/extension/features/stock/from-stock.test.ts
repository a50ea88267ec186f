import { describe, expect, it } from 'vitest'
import { createFromStock } from '../../../../extension/features/stock/from-stock.ts'
import { emptyDeck } from '../../../../extension/features/wallpaper/parse-deck.ts'
import { makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryStockStore } from '../../fakes/memory-stock-store.ts'

const server = 'http://server.test'
const screen = { width: 1920, height: 1080 }
const light = '0o'.repeat(48)

const offline = {
  describe: () => Promise.reject(new Error('offline')),
  images: { load: () => Promise.reject(new Error('offline')) },
}

/**
 * Sets up a network that never answers and a picture store that already contains the favorite `a`.
 */
const setUp = async () => {
  const stock = createMemoryStockStore(emptyDeck)
  const wallpaper = makeWallpaper({ id: 'a', title: 'A', light, focal: '26% 100%' })
  await stock.keep(wallpaper, new Blob(['bytes']))
  return createFromStock({ stock, ...offline })
}

describe('createFromStock', () => {
  it('reads the details and the picture of a stored favorite without the network', async () => {
    const stock = await setUp()
    const detail = await stock.describe(server, 'a')
    expect(detail).toMatchObject({ id: 'a', title: 'A', focal_point: { x: 0.26, y: 1 } })
    const image = await stock.images.load({ ...detail, catalogue: server }, screen)
    expect(image).toMatchObject({ light })
    expect(image.blob.size).toBe(5)
  })

  it('finds stored favorites of the chosen server and of this device, those in the shape of the screen first', async () => {
    const stock = createMemoryStockStore(emptyDeck)
    const add = (id: string, type: 'desktop' | 'mobile', from = server) =>
      stock.keep(makeWallpaper({ id, type, catalogue: from }), new Blob(['bytes']))
    await add('tall', 'mobile')
    await add('wide', 'desktop')
    await add('seen', 'desktop')
    await add('elsewhere', 'desktop', 'http://other.test')
    await add('of-files', 'mobile', 'https://github.com/u/r')
    const { findStored } = createFromStock({ stock, ...offline })
    const filters = {
      catalogue: server,
      type: 'desktop',
      category: null,
      color: null,
      source: 'all',
      ratio: null,
      atleast: null,
      tone: null,
    } as const
    expect((await findStored(filters, ['seen'])).map(({ id }) => id)).toEqual([
      'wide',
      'tall',
      'of-files',
    ])
  })

  it('fetches all other wallpapers from the network', async () => {
    const { describe, images } = await setUp()
    await expect(describe('http://other.test', 'a')).rejects.toThrow('offline')
    await expect(images.load(makeWallpaper({ id: 'b' }), screen)).rejects.toThrow('offline')
  })
})
