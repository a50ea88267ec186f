import { type Deck, historyLength } from './deck.ts'

export interface Exclusion {
  /** How many of the latest wallpapers are left out. */
  reach: number
  ids: string[]
}

const shares = [1, 0.75, 0.5, 0.25, 0.1, 0.02, 0]

/**
 * What to leave out of a request, in the order to try: first everything seen lately, then less and
 * less, the oldest given up first, for catalogues smaller than the history. What is already
 * waiting is always left out.
 */
export const listExclusions = (deck: Deck, reach: number): Exclusion[] => {
  const waiting = deck.upcoming.map(({ wallpaper }) => wallpaper.id)
  const seen = deck.history.map(({ id }) => id)
  const reaches = shares
    .map((share) => Math.ceil(historyLength * share))
    .filter((wanted) => wanted <= reach)
    .map((wanted) => Math.min(wanted, seen.length))
  return [...new Set(reaches)].map((wanted) => ({
    reach: wanted,
    ids: [...new Set([...waiting, ...seen.slice(seen.length - wanted)])],
  }))
}
