import { describe, expect, it } from 'vitest'
import { createDeckStore } from '../../../../extension/features/wallpaper/deck-store.ts'
import { isInMemory, openInstead } from '../../../../extension/platform/storage/memory-database.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { makeUpcoming } from '../../fakes/make-wallpaper.ts'

const refusal = new StorageError(new DOMException('No mutations here', 'InvalidStateError'))

describe('openInstead', () => {
  it('stores a deck, one change after another, until the program ends', async () => {
    const open = async () => {
      const opened = openInstead(refusal, 'deck-of-a-test', ['deck', 'images'])
      if (!opened) throw refusal
      return opened
    }
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
  // Firefox 140 reports a damaged profile as an UnknownError.
  it.each(['UnknownError', 'QuotaExceededError', 'AbortError', 'VersionError'])(
    'opens nothing after the error %s, so that the stored pictures are not taken for missing',
    (name) => {
      expect(openInstead(new StorageError(new DOMException('', name)), name, [])).toBeUndefined()
      expect(isInMemory(name)).toBe(false)
    },
  )

  it('is asked about one database, and the others stay on the disk', () => {
    expect(isInMemory('deck-of-a-test')).toBe(true)
    expect(isInMemory()).toBe(false)
  })
})
