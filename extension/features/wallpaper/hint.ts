import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import { fromJson, toRecord, toText } from '../../platform/unknown.ts'
import { type BundledWallpaper, type Deck, openTab, toKey } from './deck.ts'
import { defaultColor } from './parse-deck.ts'

const key = 'fresco.next'

// Each tab leaves a hint about the next tab's wallpaper, so that the next tab can start with its color. If the
// hint is wrong, only the color of the first frame is wrong.
export const readHint = () => {
  const stored = toRecord(fromJson(readLocal(key)))
  return { key: toText(stored.key), color: toText(stored.color) }
}

export const writeHint = (hint: ReturnType<typeof toHint>): void =>
  writeLocal(key, JSON.stringify(hint))

export const toHint = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]) => {
  const { current } = openTab(deck, now, bundle)
  return {
    key: current?.source === 'catalogue' ? toKey(current.wallpaper) : '',
    color: current?.wallpaper.color ?? defaultColor,
  }
}
