import { fromJson, toRecord, toText } from '../../../shared/unknown.ts'
import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import { deckName } from '../../platform/storage/scope.ts'
import { type Deck, type DeckWallpaper, toKey, wantsDark } from './deck.ts'
import type { DeckAccess } from './deck-store.ts'
import { defaultColor, parseDeckWallpaper } from './parse-deck.ts'

const hintKey = `fresco.next${deckName}`

// Each tab leaves a hint about the next tab's wallpaper, so that the next tab can start with its color. If the
// hint is wrong, only the color of the first frame is wrong. It may become dark before the next tab, so the hint also
// says what that tab shows then.
export const readHint = (now: number) => {
  const stored = toRecord(fromJson(readLocal(hintKey)))
  const dark = wantsDark(toText(stored.darker), now)
  const hint = dark ? toRecord(stored.dark) : stored
  return { key: toText(hint.key), color: toText(hint.color), dark }
}

export const writeHint = (hint: ReturnType<typeof toHint>): void =>
  writeLocal(hintKey, JSON.stringify(hint))

export const isFirstTab = (): boolean => readLocal(hintKey) === null

export const toHint = (
  deck: Deck,
  now: number,
  { bundle, rules }: Pick<DeckAccess, 'bundle' | 'rules'>,
) => {
  const hintFor = (dark: boolean) => {
    const { current } = rules.openTab(deck, now, bundle, dark)
    return {
      key: current?.kind === 'catalogue' ? toKey(current.wallpaper) : '',
      color: current?.wallpaper.color ?? defaultColor,
    }
  }
  return { ...hintFor(false), dark: hintFor(true), darker: deck.darker }
}

/**
 * Each tab preloads the picture of the next tab into localStorage, because IndexedDB opens too late for the first frame.
 * Firefox, the web page and Chromium before version 140 do not preload (docs/decisions/0017).
 */
export const canPreload =
  !import.meta.env.FIREFOX && !import.meta.env.WXT_WEB && 'fromBase64' in Uint8Array

const pictureKey = 'fresco.picture'

// As base64, it takes at most 2.7 million of the 5 million characters that localStorage holds. Clicks on hearts
// need a few hundred characters each until they are stored.
const mostBytes = 2_000_000

const readStored = () => readLocal(pictureKey)?.split('\n') ?? []

export const preload = async (
  deck: Deck,
  { bundle, deckStore, rules }: DeckAccess,
): Promise<void> => {
  const { current } = rules.openTab(deck, Date.now(), bundle)
  // With any other rotation, the time decides which wallpaper the next tab shows.
  const isSure = deck.pinned || deck.rotation === 'tab' || deck.rotation === 'ask'
  if (current?.kind !== 'catalogue' || !isSure) return
  const wallpaper = JSON.stringify(current.wallpaper)
  if (readStored()[0] === wallpaper) return
  const image = await deckStore.readImage(toKey(current.wallpaper))
  if (!image || image.size > mostBytes) return
  const bytes = new Uint8Array(await image.arrayBuffer())
  writeLocal(pictureKey, `${wallpaper}\n${image.type}\n${bytes.toBase64()}`)
}

/** Takes the preloaded picture if it is that of `wanted`, a `toKey`. Only one tab gets it. */
export const takePreloaded = (
  wanted: string,
): { wallpaper: DeckWallpaper; image: Blob } | undefined => {
  const [stored = '', type = '', base64 = ''] = readStored()
  const wallpaper = parseDeckWallpaper(fromJson(stored))
  if (!wallpaper || toKey(wallpaper) !== wanted) return
  forgetPreloaded()
  return { wallpaper, image: new Blob([Uint8Array.fromBase64(base64)], { type }) }
}

/** Pages call this when the next tab may have to show another wallpaper. */
export const forgetPreloaded = (): void => writeLocal(pictureKey, '')
