import { describe, expect, it } from 'vitest'
import { createDeckStore } from '../../../../extension/features/wallpaper/deck-store.ts'
import { openInMemory } from '../../../../extension/platform/storage/memory-database.ts'
import { makeUpcoming } from '../../fakes/make-wallpaper.ts'

describe('openInMemory', () => {
  it('stores a deck, one change after another, until the program ends', async () => {
    const open = () => Promise.resolve(openInMemory('deck-of-a-test', ['deck', 'images']))
    const store = createDeckStore(open())
    const ids = ['a', 'b', 'c']
    const add = (id: string) => {
      const image = { key: `http://server.test ${id}`, blob: new Blob([id]) }
      const change: Parameters<typeof store.update>[0] = (deck) => ({
        ...deck,
        upcoming: [...deck.upcoming, makeUpcoming(id)],
      })
      return store.update(change, image)
    }
    await Promise.all(ids.map(add))
    const { upcoming } = await createDeckStore(open()).read()
    expect(upcoming.map(({ wallpaper }) => wallpaper.id)).toEqual(ids)
    expect(await (await store.readImage('http://server.test b'))?.text()).toBe('b')
  })
})
