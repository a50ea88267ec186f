import {
  type Current,
  type Deck,
  type DeckWallpaper,
  dropWallpaper,
  listCurrent,
  toKey,
  type Upcoming,
} from './deck.ts'

export const findPrevious = (
  { history }: Deck,
  shown: Current | undefined,
): DeckWallpaper | undefined => {
  if (shown?.source !== 'catalogue') return history.at(-1)
  const at = history.findIndex((seen) => toKey(seen) === toKey(shown.wallpaper))
  return at > 0 ? history[at - 1] : undefined
}

export const dropWhere = (deck: Deck, isUnwanted: (wallpaper: DeckWallpaper) => boolean): Deck => {
  const wallpapers = [
    ...listCurrent(deck),
    ...deck.history,
    ...deck.upcoming.map(({ wallpaper }) => wallpaper),
  ]
  const dropped = new Set(wallpapers.filter(isUnwanted).map(toKey))
  if (dropped.size === 0) return deck
  const kept = [...dropped].reduce(dropWallpaper, deck)
  return { ...kept, history: kept.history.filter((seen) => !dropped.has(toKey(seen))) }
}

/** Removes upcoming wallpapers that are not wanted. Returns the same object when there are none to remove. */
export const keepUpcoming = (deck: Deck, isWanted: (upcoming: Upcoming) => boolean): Deck => {
  const upcoming = deck.upcoming.filter(isWanted)
  return upcoming.length === deck.upcoming.length ? deck : { ...deck, upcoming }
}
