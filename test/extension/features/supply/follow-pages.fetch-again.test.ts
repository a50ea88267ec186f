import { describe, expect, it } from 'vitest'
import type { ImageClient } from '../../../../extension/features/sources/image-client.ts'
import { createFetchAgain } from '../../../../extension/features/supply/follow-pages.ts'
import { applyPolicy, type Deck, openTab } from '../../../../extension/features/wallpaper/deck.ts'
import { PictureError } from '../../../../extension/platform/browser/picture-error.ts'
import {
  bundle,
  makeDeck,
  makeDetail,
  makeUpcoming,
  makeWallpaper,
} from '../../fakes/make-wallpaper.ts'
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

  describe('with a favorite that no tab has shown', () => {
    const pinned = { kind: 'catalogue', wallpaper: makeWallpaper({ id: 'b' }), since: 1 } as const
    const policy = { rotation: 'tab', filters: '', darker: '', fits: () => true } as const
    /** The wallpapers of the next two tabs. Another tab's top-up may come before them. */
    const use = async (use: 'show' | 'pin', before: Partial<Deck>) => {
      const upcoming = [makeUpcoming('next')]
      const deckStore = createMemoryDeckStore(makeDeck({ upcoming, ...before }))
      const stored = { describe: async (_: string, id: string) => makeDetail({ id }) }
      const fetchAgain = createFetchAgain({ deckStore, images: imagesAt(/images/), stored })
      expect(await fetchAgain({ key: 'http://server.test a name', use, screen })).toBe(true)
      const first = openTab(applyPolicy(await deckStore.read(), policy), Date.now(), bundle)
      const second = openTab(first, Date.now(), bundle)
      return [first, second].map(({ current }) => current?.wallpaper.id)
    }

    it('shows it in the next tab alone', async () => {
      expect(await use('show', {})).toEqual(['a name', 'next'])
      expect(await use('show', { darker: 'always', wasDark: true })).toEqual(['a name', 'next'])
    })

    it('pins it, also to show it in place of another one that is pinned', async () => {
      expect(await use('pin', {})).toEqual(['a name', 'a name'])
      expect(await use('show', { pinned })).toEqual(['a name', 'a name'])
    })
  })
})
