import { describe, expect, it } from 'vitest'
import { removePictures } from '../../../../extension/features/own-pictures/remove-pictures.ts'
import { ownName as own } from '../../../../extension/features/sources/own.ts'
import { emptyDeck } from '../../../../extension/features/wallpaper/parse-deck.ts'
import { makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'
import { createMemoryOwnStore, makeOwnPicture } from '../../fakes/memory-own-store.ts'

describe('removePictures', () => {
  it('deletes pictures, also from the deck', async () => {
    const store = createMemoryOwnStore(['own-1', 'own-2'].map((id) => makeOwnPicture({ id })))
    const [gone, stays] = ['own-1', 'own-2'].map((id) => makeWallpaper({ id, catalogue: own }))
    // A catalogue on the web may have a wallpaper of that name.
    const other = makeWallpaper({ id: 'own-1' })
    if (!gone || !stays) throw new Error('There are two wallpapers')
    const deckStore = createMemoryDeckStore({
      ...emptyDeck,
      current: { kind: 'catalogue', wallpaper: gone, since: 0 },
      upcoming: [gone, stays].map((wallpaper) => makeUpcoming(wallpaper.id, { wallpaper })),
      history: [other, gone],
    })
    await removePictures(['own-1'], { catalogue: own, store, deckStore })
    expect((await store.list()).map(({ id }) => id)).toEqual(['own-2'])
    const { current, upcoming, history } = await deckStore.read()
    expect(current).toBeNull()
    expect(upcoming.map(({ wallpaper }) => wallpaper)).toEqual([stays])
    expect(history).toEqual([other])
  })
})
