import { type Deck, showAgain } from '../../../extension/features/wallpaper/deck.ts'
import type { DeckStore } from '../../../extension/features/wallpaper/deck-store.ts'
import { emptyDeck } from '../../../extension/features/wallpaper/parse-deck.ts'

export type MemoryDeckStore = DeckStore & {
  set(change: (deck: Deck) => Deck): void
}

/**
 * Creates a deck store in memory. If `failure` is given, storing a picture fails with it, as on a
 * full disk.
 */
export const createMemoryDeckStore = (initial = emptyDeck, failure?: Error): MemoryDeckStore => {
  let deck = initial
  return {
    readImage: async () => undefined,
    read: async () => deck,
    update: async (change, image) => {
      if (image && failure) throw failure
      deck = change(deck)
      return deck
    },
    claim: async (advance) => {
      deck = advance(deck)
      return deck.current ? { deck, current: deck.current, image: undefined } : undefined
    },
    recall: async (wallpaper, image) => {
      if (!image) return
      deck = showAgain(deck, wallpaper, Date.now())
      return deck.current ? { deck, current: deck.current, image } : undefined
    },
    set: (change) => {
      deck = change(deck)
    },
  }
}
