import { fromJson } from '../../../shared/unknown.ts'
import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import {
  type BundledWallpaper,
  type Deck,
  type DeckRules,
  type DeckWallpaper,
  toKey,
} from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import { parseDeckWallpaper } from './parse-deck.ts'

/**
 * Each tab preloads the picture of the next tab into localStorage, because IndexedDB opens too late for the first frame.
 * Firefox and the web page do not preload (docs/decisions/0017).
 */
export const canPreload = !import.meta.env.FIREFOX && !import.meta.env.WXT_WEB

const key = 'fresco.picture'

// As a `data:` URL, it takes at most 2.7 million of the 5 million characters that localStorage holds. Clicks on hearts
// need a few hundred characters each until they are stored.
const mostBytes = 2_000_000

const readStored = () => readLocal(key)?.split('\n') ?? []

/** Preloads the picture of the next tab. */
export const preload = async (
  deck: Deck,
  bundle: readonly BundledWallpaper[],
  deckStore: DeckStore,
  { openTab }: DeckRules,
): Promise<void> => {
  const { current } = openTab(deck, Date.now(), bundle)
  // With these rotations, it depends on the time which wallpaper the next tab shows.
  if (current?.source !== 'catalogue' || (!deck.pinned && /hour|day/.test(deck.rotation))) return
  const wallpaper = JSON.stringify(current.wallpaper)
  if (readStored()[0] === wallpaper) return
  const image = await deckStore.readImage(toKey(current.wallpaper))
  if (!image || image.size > mostBytes) return
  const reader = new FileReader()
  reader.onload = () => writeLocal(key, `${wallpaper}\n${reader.result}`)
  reader.readAsDataURL(image)
}

/** Takes the preloaded picture if it is that of `wanted`, a `toKey`. Only one tab gets it. */
export const takePreloaded = (
  wanted: string,
): { wallpaper: DeckWallpaper; address: string } | undefined => {
  const [stored = '', address = ''] = readStored()
  const wallpaper = parseDeckWallpaper(fromJson(stored))
  if (!wallpaper || toKey(wallpaper) !== wanted) return
  forgetPreloaded()
  return { wallpaper, address }
}

/** Pages call this when the next tab may have to show another wallpaper. */
export const forgetPreloaded = (): void => writeLocal(key, '')
