import { describe, expect, it } from 'vitest'
import { createTopUp } from '../../../../extension/features/supply/top-up.ts'
import { askedGapMs } from '../../../../extension/remote/back-off.ts'
import { makeDeck } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'
import { now, setUpTopUp } from '../../fakes/set-up-top-up.ts'

const full = new DOMException('', 'QuotaExceededError')

describe('createTopUp on a full disk', () => {
  it('makes room on a full disk, stores the picture, and reports the full disk', async () => {
    const stored = createMemoryDeckStore(makeDeck())
    let isFull = true
    const deckStore: typeof stored = {
      ...stored,
      update: (change, image) =>
        image && isFull ? Promise.reject(full) : stored.update(change, image),
    }
    const makeRoom = async (error: unknown) => {
      isFull = false
      throw error
    }
    const { topUp, status } = setUpTopUp({ deckStore, stored: { makeRoom } })
    await topUp({ asked: false })
    expect((await stored.read()).upcoming.length).toBeGreaterThan(0)
    expect((await status.read()).problem).toEqual({ kind: 'storage-full' })
  })

  it('fetches the next wallpaper as soon as the last one was taken, however often it failed before', async () => {
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

  it('reports a full disk even if the deck has wallpapers that no tab can take', async () => {
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
      stored: {
        ...deps.stored,
        makeRoom: async (error) => {
          rooms++
          throw error
        },
      },
    })
    await stuck({ asked: false })
    expect((await status.read()).problem).toBeNull()
    await stuck({ asked: true })
    expect((await status.read()).problem).toEqual({ kind: 'storage-full' })
    expect(rooms).toBe(1)
  })

  it('makes room if the deck cannot be saved for changed settings', async () => {
    const stored = createMemoryDeckStore(makeDeck({ filters: 'others' }))
    let isFull = true
    let time = now
    const { topUp } = setUpTopUp({
      now: () => time,
      deckStore: {
        ...stored,
        update: (change) => (isFull ? Promise.reject(full) : stored.update(change)),
      },
      stored: {
        makeRoom: async (error) => {
          isFull = false
          throw error
        },
      },
    })
    await topUp({ asked: false })
    time += askedGapMs
    await topUp({ asked: true })
    expect((await stored.read()).upcoming.length).toBeGreaterThan(0)
  })
})
