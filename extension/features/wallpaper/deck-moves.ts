import type { Current, Deck, DeckWallpaper } from './deck.ts'

/** What was shown before `shown`, in whatever tab; `undefined` when nothing is known of it. */
export const findPrevious = (
  { history }: Deck,
  shown: Current | undefined,
): DeckWallpaper | undefined => {
  if (shown?.source !== 'catalogue') return history.at(-1)
  const at = history.findIndex(({ id }) => id === shown.wallpaper.id)
  return at > 0 ? history[at - 1] : undefined
}

/** Every new tab shows `pinned` from now on; `null`: each shows its own again. */
export const pinWallpaper = (deck: Deck, pinned: Current | null): Deck => ({ ...deck, pinned })
