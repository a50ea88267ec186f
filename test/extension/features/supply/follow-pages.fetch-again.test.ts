import { describe, expect, it } from 'vitest'
import type { ImageClient } from '../../../../extension/features/sources/image-client.ts'
import { createFetchAgain } from '../../../../extension/features/supply/follow-pages.ts'
import { PictureError } from '../../../../extension/platform/browser/picture-error.ts'
import { makeDeck, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

const screen = { width: 1920, height: 1080 }
const image = { blob: new Blob(['jpeg']), color: null, light: null, luminance: null }

/** A fake image client that can load only addresses that match `good`. All other downloads fail. */
const imagesAt = (good: RegExp): ImageClient => ({
  load: async ({ image_url }) => {
    if (!good.test(image_url)) throw new PictureError('damaged')
    return image
  },
})

const setUp = (good: RegExp) => {
  const deckStore = createMemoryDeckStore(makeDeck({ history: [makeWallpaper({ id: 'a' })] }))
  return { deckStore, fetchAgain: createFetchAgain({ deckStore, images: imagesAt(good) }) }
}

describe('createFetchAgain', () => {
  it('has the picture of an older wallpaper again, and shows that wallpaper', async () => {
    const { fetchAgain, deckStore } = setUp(/images/)
    expect(await fetchAgain({ key: 'http://server.test a', screen })).toBe(true)
    expect((await deckStore.read()).current?.wallpaper.id).toBe('a')
  })

  it('makes do with the preview', async () => {
    expect(await setUp(/cache/).fetchAgain({ key: 'http://server.test a', screen })).toBe(true)
  })

  it('says when there is neither, or no such wallpaper in the history', async () => {
    expect(await setUp(/nothing/).fetchAgain({ key: 'http://server.test a', screen })).toBe(false)
    expect(await setUp(/images/).fetchAgain({ key: 'http://server.test z', screen })).toBe(false)
  })
})
