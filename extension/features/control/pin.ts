import { type Current, type Deck, isPinned } from '../wallpaper/deck.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'

/**
 * Pins the wallpaper, or unpins it. Pinning stores its picture again, because the background may have deleted it since
 * the tab was opened. Neither makes the wallpaper newer: after unpinning, the next one is due as if it had never been
 * pinned.
 */
export const togglePin = async (
  deckStore: DeckStore,
  shown: Current,
  readImage: () => Promise<Blob | undefined>,
): Promise<Deck> => {
  const wasPinned = isPinned(await deckStore.read(), shown)
  const image = wasPinned ? undefined : await readImage()
  if (image && shown.source === 'catalogue') await deckStore.recall(shown.wallpaper, image)
  return deckStore.update((deck) =>
    wasPinned ? { ...deck, pinned: null } : { ...deck, current: shown, pinned: shown },
  )
}
