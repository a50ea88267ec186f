import { ignoreStorageError } from '../../platform/storage/storage-error.ts'
import { layKeptVeil } from '../settings/lay-veil.ts'
import {
  type BundledWallpaper,
  type Current,
  type Deck,
  dropWallpaper,
  listFitting,
  openTab,
  toKey,
} from './deck.ts'
import type { DeckAccess, DeckStore } from './deck-store.ts'
import { canPreload, readHint, takePreloaded } from './hint.ts'
import { defaultColor, toColor } from './parse-deck.ts'
import { paintColor, showWallpaper } from './show-image.ts'

export type Shown = Current | undefined

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

/**
 * Shows a wallpaper without the network: its color in the first frame, and then its preloaded or stored picture. The
 * database is opened only after a preloaded picture is on the screen, because opening it would delay the picture.
 */
export const paintFirst = async (
  bundle: readonly BundledWallpaper[],
  deckStore: DeckStore,
  now = Date.now(),
): Promise<Shown> => {
  layKeptVeil()
  const hint = readHint(now)
  const fitting = listFitting(bundle, hint.dark)
  paintColor(toColor(hint.color) ?? fitting[0]?.color ?? defaultColor)
  const isShown = canPreload && (await showPreloaded(hint.key, now))
  return claimAndShow({ bundle: fitting, deckStore, now }, { expectedKey: hint.key, isShown })
}

const showPreloaded = async (expectedKey: string, since: number): Promise<boolean> => {
  const preloaded = takePreloaded(expectedKey)
  if (!preloaded) return false
  const { wallpaper, image } = preloaded
  return showWallpaper({ source: 'catalogue', wallpaper, since }, image).then(
    () => true,
    () => false,
  )
}

const claimAndShow = async (
  sources: Sources,
  { expectedKey, isShown }: { expectedKey: string; isShown: boolean },
  broken: string[] = [],
): Promise<Shown> => {
  const claimed = await claimInTime(sources, expectedKey, broken)
  const current = claimed?.current ?? toBundled(sources)
  if (!current || (isShown && toKey(current.wallpaper) === expectedKey)) return current
  try {
    await showWallpaper(current, claimed?.image)
    return current
  } catch {
    if (!claimed) return
    return claimAndShow(sources, { expectedKey: '', isShown: false }, [
      ...broken,
      toKey(current.wallpaper),
    ])
  }
}

// If the database does not deliver a wallpaper in time, the wallpaper stays in the deck for the next tab.
const claimInTime = (
  { bundle, deckStore, now }: Sources,
  expectedKey: string,
  broken: string[],
) => {
  // After too many broken pictures, the tab shows a built-in wallpaper.
  if (broken.length > maxBroken) return
  const advance = (deck: Deck) => openTab(broken.reduce(dropWallpaper, deck), now, bundle)
  const signal = AbortSignal.timeout(storeDeadlineMs)
  const tooLate = new Promise<undefined>((resolve) => {
    signal.onabort = () => resolve(undefined)
  })
  const claimed = deckStore.claim(advance, { expectedKey, signal }).catch(ignoreStorageError)
  return Promise.race([claimed, tooLate])
}

// Without a database, the current second chooses the built-in wallpaper, so that successive tabs differ.
const toBundled = ({ bundle, now }: Sources): Shown => {
  const wallpaper = bundle[Math.floor(now / 1000) % bundle.length]
  return wallpaper && { source: 'bundled', wallpaper, since: now }
}
