import {
  addUpcoming,
  type Deck,
  emptyDeck,
  showAgain,
} from '../../../extension/features/wallpaper/deck.ts'
import type { DeckStore } from '../../../extension/features/wallpaper/deck-store.ts'

export type MemoryDeckStore = DeckStore & {
  /** Changes the deck as another page would. */
  set(change: (deck: Deck) => Deck): void
}

/** The deck in memory; `add` fails with `failure` when it is set, as a full disk does. */
export const createMemoryDeckStore = (initial = emptyDeck, failure?: Error): MemoryDeckStore => {
  let deck = initial
  return {
    read: async () => deck,
    update: async (change) => {
      deck = change(deck)
      return deck
    },
    add: async (added) => {
      if (failure) throw failure
      const before = deck
      deck = addUpcoming(deck, added)
      return deck !== before
    },
    claim: async (advance) => {
      deck = advance(deck)
      return deck.current ? { deck, current: deck.current, image: undefined } : undefined
    },
    recall: async (wallpaper, image) => {
      if (!image) return
      deck = showAgain(deck, wallpaper, 0)
      return { deck, current: { source: 'catalogue', wallpaper, since: 0 }, image }
    },
    set: (change) => {
      deck = change(deck)
    },
  }
}
