import { layKeptVeil } from '../settings/lay-veil.ts'
import {
  type BundledWallpaper,
  type Current,
  type Deck,
  type DeckRules,
  dropWallpaper,
  listFitting,
  openTab,
  toKey,
} from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import { readHint } from './hint.ts'
import { defaultColor, toColor } from './parse-deck.ts'
import { paintColor, showWallpaper } from './show-image.ts'

export type Shown = Current | undefined

/** The page gets the deck from the script in its head. Loading its code again would add 1.2 kB (5 %) to a new tab. */
export interface DeckAccess {
  bundle: readonly BundledWallpaper[]
  deckStore: DeckStore
  rules: DeckRules
}

declare global {
  interface Window {
    /** The script in the new tab's head leaves these values for the page's module. They share only `window`. */
    fresco: DeckAccess & { shown: Promise<Shown> }
  }
}

const storeDeadlineMs = 1_500
const maxBroken = 3

interface Sources {
  bundle: readonly BundledWallpaper[]
  deckStore: DeckStore
  now: number
}

/** Shows a wallpaper without the network: its color in the first frame, and then its stored picture. */
export const paintFirst = (
  bundle: readonly BundledWallpaper[],
  deckStore: DeckStore,
  now = Date.now(),
): Promise<Shown> => {
  layKeptVeil()
  const hint = readHint(now)
  const fitting = listFitting(bundle, hint.dark)
  paintColor(toColor(hint.color) ?? fitting[0]?.color ?? defaultColor)
  return claimAndShow({ bundle: fitting, deckStore, now }, hint.key)
}

const claimAndShow = async (
  sources: Sources,
  expectedKey: string,
  broken: string[] = [],
): Promise<Shown> => {
  const claimed = await claimInTime(sources, expectedKey, broken)
  const current = claimed?.current ?? toBundled(sources)
  if (!current) return
  try {
    await showWallpaper(current, claimed?.image)
    return current
  } catch {
    if (broken.length === maxBroken) return
    return claimAndShow(sources, '', [...broken, toKey(current.wallpaper)])
  }
}

// If the database does not deliver a wallpaper in time, the wallpaper stays in the deck for the next tab.
const claimInTime = (
  { bundle, deckStore, now }: Sources,
  expectedKey: string,
  broken: string[],
) => {
  const advance = (deck: Deck) => openTab(broken.reduce(dropWallpaper, deck), now, bundle)
  const signal = AbortSignal.timeout(storeDeadlineMs)
  const tooLate = new Promise<undefined>((resolve) => {
    signal.onabort = () => resolve(undefined)
  })
  const claimed = deckStore.claim(advance, { expectedKey, signal }).catch(() => undefined)
  return Promise.race([claimed, tooLate])
}

// Without a database, the current second chooses the built-in wallpaper, so that successive tabs differ.
const toBundled = ({ bundle, now }: Sources): Shown => {
  const wallpaper = bundle[Math.floor(now / 1000) % bundle.length]
  return wallpaper && { source: 'bundled', wallpaper, since: now }
}
