import { fromJson } from '../../../shared/unknown.ts'
import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import { toRecord, toText } from '../../platform/unknown.ts'
import { type BundledWallpaper, type Deck, type DeckRules, toKey, wantsDark } from './deck.ts'
import { defaultColor } from './parse-deck.ts'

const key = 'fresco.next'

// Each tab leaves a hint about the next tab's wallpaper, so that the next tab can start with its color. If the
// hint is wrong, only the color of the first frame is wrong. It may become dark before the next tab, so the hint also
// says what that tab shows then.
export const readHint = (now: number) => {
  const stored = toRecord(fromJson(readLocal(key)))
  const dark = wantsDark(toText(stored.darker), now)
  const hint = dark ? toRecord(stored.dark) : stored
  return { key: toText(hint.key), color: toText(hint.color), dark }
}

export const writeHint = (hint: ReturnType<typeof toHint>): void =>
  writeLocal(key, JSON.stringify(hint))

export const toHint = (
  deck: Deck,
  now: number,
  bundle: readonly BundledWallpaper[],
  { openTab }: Pick<DeckRules, 'openTab'>,
) => {
  const hintFor = (dark: boolean) => {
    const { current } = openTab(deck, now, bundle, dark)
    return {
      key: current?.source === 'catalogue' ? toKey(current.wallpaper) : '',
      color: current?.wallpaper.color ?? defaultColor,
    }
  }
  return { ...hintFor(false), dark: hintFor(true), darker: deck.darker }
}
