import { describe, expect, it } from 'vitest'
import { togglePin } from '../../../../extension/features/control/picture.ts'
import { isPinned, openTab } from '../../../../extension/features/wallpaper/deck.ts'
import type { DeckStore } from '../../../../extension/features/wallpaper/deck-store.ts'
import { bundle, makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

const shown = { kind: 'catalogue', wallpaper: makeWallpaper({ id: 'a' }), since: 1 } as const
const toggle = (deckStore: DeckStore) => togglePin(deckStore, shown, async () => new Blob(['jpeg']))

describe('togglePin', () => {
  it('pins what the tab shows, although another tab has moved on', async () => {
    const current = { ...shown, wallpaper: makeWallpaper({ id: 'b' }) }
    const pinned = await toggle(createMemoryDeckStore(makeDeck({ current })))
    expect(isPinned(pinned, shown)).toBe(true)
    expect(openTab(pinned, 2, bundle).current).toEqual(shown)
  })

  it('lets today’s picture follow once an older wallpaper is unpinned', async () => {
    const upcoming = [makeUpcoming('today', { showFrom: 2 })]
    const deck = makeDeck({ rotation: 'today', current: shown, upcoming })
    const deckStore = createMemoryDeckStore(deck)
    await toggle(deckStore)
    const unpinned = await toggle(deckStore)
    expect(unpinned.pinned).toBeNull()
    expect(openTab(unpinned, Date.now(), bundle).current?.wallpaper.id).toBe('today')
  })
})
