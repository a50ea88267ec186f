import {
  type Current,
  type Deck,
  type DeckWallpaper,
  listCurrent,
  toKey,
  type Upcoming,
} from './deck.ts'

export const findPrevious = (
  { history }: Deck,
  shown: Current | undefined,
): DeckWallpaper | undefined => {
  if (shown?.kind !== 'catalogue') return history.at(-1)
  const at = history.findIndex((seen) => toKey(seen) === toKey(shown.wallpaper))
  return at > 0 ? history[at - 1] : undefined
}

export const dropWhere = (deck: Deck, isUnwanted: (wallpaper: DeckWallpaper) => boolean): Deck => {
  const stays = (wallpaper: DeckWallpaper) => !isUnwanted(wallpaper)
  const upcoming = deck.upcoming.map(({ wallpaper }) => wallpaper)
  if ([...listCurrent(deck), ...deck.history, ...upcoming].every(stays)) return deck
  const keep = (current: Current | null) =>
    current?.kind === 'catalogue' && isUnwanted(current.wallpaper) ? null : current
  return {
    ...deck,
    current: keep(deck.current),
    pinned: keep(deck.pinned),
    upcoming: deck.upcoming.filter(({ wallpaper }) => stays(wallpaper)),
    history: deck.history.filter(stays),
    earlier: deck.earlier.filter(stays),
  }
}

/** Removes upcoming wallpapers that are not wanted. Returns the same object if all are wanted. */
export const filterUpcoming = (deck: Deck, isWanted: (upcoming: Upcoming) => boolean): Deck => {
  const upcoming = deck.upcoming.filter(isWanted)
  return upcoming.length === deck.upcoming.length ? deck : { ...deck, upcoming }
}
