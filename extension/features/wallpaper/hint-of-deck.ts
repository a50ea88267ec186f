import type { Hint } from '../../platform/hint.ts'
import { type BundledWallpaper, type Deck, openTab } from './deck.ts'
import { DEFAULT_COLOR } from './parse-deck.ts'

/** What the next tab will most likely show, for its first frame. */
export const toHint = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Hint => {
  const { current } = openTab(deck, now, bundle)
  return {
    id: current?.source === 'catalogue' ? current.wallpaper.id : '',
    color: current?.wallpaper.color ?? DEFAULT_COLOR,
  }
}
