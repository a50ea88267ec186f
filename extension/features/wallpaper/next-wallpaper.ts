import type { Claimed } from './claim-wallpaper.ts'
import {
  type BundledWallpaper,
  type Deck,
  type DeckWallpaper,
  dropWallpaper,
  emptyDeck,
  showNext,
  toKey,
} from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import type { Shown } from './first-paint.ts'
import { swapWallpaper } from './show-image.ts'

const maxBroken = 3

/** Shows the next wallpaper in this tab; `undefined` when there is none and the present one stays. */
export const claimAndSwap = async (
  deckStore: DeckStore,
  bundle: readonly BundledWallpaper[],
  broken: string[] = [],
): Promise<Shown> => {
  const advance = (deck: Deck) => showNext(broken.reduce(dropWallpaper, deck), Date.now(), bundle)
  // Without a store there are still the built-in wallpapers.
  const claimed = await deckStore.claim(advance).catch(() => claimBundled(bundle))
  if (!claimed) return
  try {
    await swapWallpaper(claimed.current, claimed.image)
    return claimed.current
  } catch {
    if (broken.length === maxBroken) return
    return claimAndSwap(deckStore, bundle, [...broken, toKey(claimed.current.wallpaper)])
  }
}

/** Shows one of before in this tab; `undefined` when its picture is not there, and the present one stays. */
export const recallAndSwap = async (
  deckStore: DeckStore,
  wallpaper: DeckWallpaper,
  image?: Blob,
): Promise<Shown> => {
  try {
    const claimed = await deckStore.recall(wallpaper, image)
    if (claimed) await swapWallpaper(claimed.current, claimed.image)
    return claimed?.current
  } catch {
    return
  }
}

let lastBundledId: string | null = null

/** The built-in wallpapers in turn: no store remembers which was the last. */
const claimBundled = (bundle: readonly BundledWallpaper[]): Claimed | undefined => {
  const deck = showNext({ ...emptyDeck, lastBundledId }, Date.now(), bundle)
  lastBundledId = deck.lastBundledId
  return deck.current ? { deck, current: deck.current, image: undefined } : undefined
}
