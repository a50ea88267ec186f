import type { Hint } from '../../platform/hint.ts'
import { type BundledWallpaper, type Deck, openTab, toKey } from './deck.ts'
import { defaultColor } from './parse-deck.ts'

/** What the next tab will most likely show, for its first frame. */
export const toHint = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Hint => {
  const { current } = openTab(deck, now, bundle)
  return {
    key: current?.source === 'catalogue' ? toKey(current.wallpaper) : '',
    color: current?.wallpaper.color ?? defaultColor,
  }
}
