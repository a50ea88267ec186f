import { describe, expect, it } from 'vitest'
import { createTopUp } from '../../../../extension/features/wallpaper/top-up.ts'
import { askedGapMs } from '../../../../extension/remote/back-off.ts'
import { makeDeck } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'
import { now, setUpTopUp } from '../../fakes/set-up-top-up.ts'

const full = new DOMException('', 'QuotaExceededError')

describe('createTopUp on a full disk', () => {
  it('makes room when the disk is full, stores the picture after all, and says so', async () => {
    const stored = createMemoryDeckStore(makeDeck())
    let isFull = true
    const deckStore: typeof stored = {
      ...stored,
      update: (change, image) =>
        image && isFull ? Promise.reject(full) : stored.update(change, image),
    }
    const makeRoom = async () => {
      isFull = false
    }
    const { topUp, status } = setUpTopUp({ deckStore, makeRoom })
    await topUp({ asked: false })
    expect((await stored.read()).upcoming.length).toBeGreaterThan(0)
    expect((await status.read()).problem).toEqual({ kind: 'storage-full' })
  })

  it('says so when the disk is full', async () => {
    const deckStore = createMemoryDeckStore(undefined, full)
    const { topUp, status } = setUpTopUp({ deckStore })
    await topUp({ asked: false })
    expect((await status.read()).problem).toEqual({ kind: 'storage-full' })
  })

  it('fetches the next on a full disk as soon as the last was taken, however often it failed', async () => {
    const stored = createMemoryDeckStore(makeDeck())
    let room = 1
    const deckStore: typeof stored = {
      ...stored,
      update: async (change, image) => {
        if (image && room === 0) throw full
        if (image) room--
        return stored.update(change, image)
      },
    }
    let time = now
    const { topUp, status } = setUpTopUp({ deckStore, now: () => time })
    for (let tab = 0; tab < 8; tab++) {
      await topUp({ asked: false })
      expect((await stored.read()).upcoming).toHaveLength(1)
      // Each attempt stored a wallpaper, so the number of failures stays at one and the next wait
      // is not longer.
      expect((await status.read()).failures).toBe(1)
      await stored.update((deck) => ({ ...deck, upcoming: [] }))
      room++
      time += askedGapMs
    }
  })

  it('says that the disk is full also when wallpapers wait that no tab can take', async () => {
    const { deckStore, deps, status, topUp } = setUpTopUp()
    await topUp({ asked: false })
    let rooms = 0
    const stuck = createTopUp({
      ...deps,
      deckStore: {
        ...deckStore,
        update: async (change) => {
          const deck = await deckStore.read()
          if (change(deck) !== deck) throw full
          return deck
        },
      },
      makeRoom: async () => void rooms++,
    })
    await stuck({ asked: false })
    expect((await status.read()).problem).toBeNull()
    await stuck({ asked: true })
    expect((await status.read()).problem).toEqual({ kind: 'storage-full' })
    expect(rooms).toBe(1)
  })
})
