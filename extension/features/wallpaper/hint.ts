import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import { fromJson, toRecord, toText } from '../../platform/unknown.ts'
import { type BundledWallpaper, type Deck, openTab, toKey } from './deck.ts'
import { defaultColor } from './parse-deck.ts'

const key = 'fresco.next'

/** What a tab leaves for the next one. Being wrong costs one frame of another color, nothing else. */
export interface Hint {
  /** What the picture that the next tab will probably show is stored under. */
  key: string
  color: string
}

/** Empty when there is none, or the browser's settings block the storage. */
export const readHint = (): Hint => {
  const stored = toRecord(fromJson(readLocal(key)))
  return { key: toText(stored.key), color: toText(stored.color) }
}

export const writeHint = (hint: Hint): void => writeLocal(key, JSON.stringify(hint))

/** What the next tab will most likely show, for its first frame. */
export const toHint = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Hint => {
  const { current } = openTab(deck, now, bundle)
  return {
    key: current?.source === 'catalogue' ? toKey(current.wallpaper) : '',
    color: current?.wallpaper.color ?? defaultColor,
  }
}
