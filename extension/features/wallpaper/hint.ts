import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import { fromJson, toRecord, toText } from '../../platform/unknown.ts'
import { type BundledWallpaper, type Deck, openTab, toKey } from './deck.ts'
import { defaultColor } from './parse-deck.ts'

const key = 'fresco.next'

// A tab leaves a hint about the wallpaper of the next tab. With a wrong hint, the first frame has another
// color.
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
