import {
  type Current,
  type Deck,
  type DeckWallpaper,
  dropWallpaper,
  listCurrent,
  toKey,
} from './deck.ts'

/** What was shown before `shown`, in whatever tab; `undefined` when nothing is known of it. */
export const findPrevious = (
  { history }: Deck,
  shown: Current | undefined,
): DeckWallpaper | undefined => {
  if (shown?.source !== 'catalogue') return history.at(-1)
  const at = history.findIndex((seen) => toKey(seen) === toKey(shown.wallpaper))
  return at > 0 ? history[at - 1] : undefined
}

/** Every new tab shows `pinned` from now on; `null`: each shows its own again. */
export const pinWallpaper = (deck: Deck, pinned: Current | null): Deck => ({ ...deck, pinned })

/** The deck without the wallpapers that are not wanted any more; the same deck when it has none. */
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

/** The deck with only these waiting; the same deck when it has no others. */
export const keepUpcoming = (deck: Deck, ids: readonly string[]): Deck => {
  const upcoming = deck.upcoming.filter(({ wallpaper }) => ids.includes(wallpaper.id))
  return upcoming.length === deck.upcoming.length ? deck : { ...deck, upcoming }
}
