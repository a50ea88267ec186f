import type { Deck } from './deck.ts'

/**
 * The deck without what was fetched in place of a list that had nothing; the same deck when all that
 * waits was found with these `filters`.
 */
export const withoutStandIns = (deck: Deck, filters: string): Deck => {
  const upcoming = deck.upcoming.filter((entry) => entry.filters === filters)
  return upcoming.length === deck.upcoming.length ? deck : { ...deck, upcoming }
}
