import {
  type Current,
  type Deck,
  type DeckWallpaper,
  dropWallpaper,
  listCurrent,
  toKey,
} from './deck.ts'

export const findPrevious = (
  { history }: Deck,
  shown: Current | undefined,
): DeckWallpaper | undefined => {
  if (shown?.source !== 'catalogue') return history.at(-1)
  const at = history.findIndex((seen) => toKey(seen) === toKey(shown.wallpaper))
  return at > 0 ? history[at - 1] : undefined
}

export const pinWallpaper = (deck: Deck, pinned: Current | null): Deck => ({ ...deck, pinned })

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

export const keepUpcoming = (deck: Deck, ids: readonly string[]): Deck => {
  const upcoming = deck.upcoming.filter(({ wallpaper }) => ids.includes(wallpaper.id))
  return upcoming.length === deck.upcoming.length ? deck : { ...deck, upcoming }
}
