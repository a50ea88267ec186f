import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import { fromJson, toRecord, toText } from '../../platform/unknown.ts'
import { type BundledWallpaper, type Deck, openTab, toKey } from './deck.ts'
import { defaultColor } from './parse-deck.ts'

const key = 'fresco.next'

/** A tab leaves this hint for the next one. A wrong hint costs one frame of another color. */
export interface Hint {
  /** The `toKey` of the wallpaper that the next tab will probably show. */
  key: string
  color: string
}

/** Empty when there is no hint, or the browser blocks localStorage. */
export const readHint = (): Hint => {
  const stored = toRecord(fromJson(readLocal(key)))
  return { key: toText(stored.key), color: toText(stored.color) }
}

export const writeHint = (hint: Hint): void => writeLocal(key, JSON.stringify(hint))

export const toHint = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Hint => {
  const { current } = openTab(deck, now, bundle)
  return {
    key: current?.source === 'catalogue' ? toKey(current.wallpaper) : '',
    color: current?.wallpaper.color ?? defaultColor,
  }
}
