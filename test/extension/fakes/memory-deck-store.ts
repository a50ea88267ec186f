import { type Deck, showAgain } from '../../../extension/features/wallpaper/deck.ts'
import type { DeckStore } from '../../../extension/features/wallpaper/deck-store.ts'
import { emptyDeck } from '../../../extension/features/wallpaper/parse-deck.ts'

type MemoryDeckStore = DeckStore & {
  set(change: (deck: Deck) => Deck): void
}

export const createMemoryDeckStore = (initial = emptyDeck): MemoryDeckStore => {
  let deck = initial
  return {
    readImage: async () => undefined,
    read: async () => deck,
    update: async (change) => {
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
