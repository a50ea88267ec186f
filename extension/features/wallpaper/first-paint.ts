import { StorageError } from '../../platform/storage/storage-error.ts'
import { layStoredVeil } from '../settings/veil.ts'
import {
  type BundledWallpaper,
  type Current,
  type Deck,
  dropWallpaper,
  listFitting,
  openTab,
  showAgain,
  toKey,
} from './deck.ts'
import type { DeckAccess } from './deck-store.ts'
import { canPreload, readHint, takePreloaded } from './hint.ts'
import { defaultColor, parseDeck, toColor } from './parse-deck.ts'
import { paintColor, showWallpaper } from './show-image.ts'

export type Shown = Current | undefined

declare global {
  interface Window {
    /** The script in the new tab's head leaves these values for the page's module. They share only `window`. */
    fresco: DeckAccess & {
      /** In Firefox, resolves with `undefined` if the tab's own deck was never filled. */
      shown: Promise<Shown>
      distant?: typeof forDistantDeck
    }
  }
}

const storeDeadlineMs = 1_500
const maxBroken = 3

interface Sources {
  access: DeckAccess
  bundle: readonly BundledWallpaper[]
  now: number
  /** The `toKey` of the wallpaper that the tab before has found for this tab, or an empty text. */
  expectedKey: string
  preloaded?: Shown
  isFirst?: boolean
}

/**
 * Shows a wallpaper without the network: its color in the first frame, and then its preloaded or stored picture. The
 * database is opened only after a preloaded picture is on the screen, because opening it would delay the picture.
 */
export const paintFirst = async (access: DeckAccess, now = Date.now()): Promise<Shown> => {
  layStoredVeil()
  const hint = readHint(now)
  const bundle = listFitting(access.bundle, hint.dark)
  paintColor(toColor(hint.color) ?? bundle[0]?.color ?? defaultColor)
  const preloaded = await showPreloaded(hint.key, now)
  return claimAndShow({
    ...{ access, bundle, now, expectedKey: hint.key, preloaded },
    ...(import.meta.env.FIREFOX && { isFirst: true }),
  })
}

const showPreloaded = async (expectedKey: string, since: number): Promise<Shown> => {
  const preloaded = canPreload && takePreloaded(expectedKey)
  if (!preloaded) return
  const current: Current = { kind: 'catalogue', wallpaper: preloaded.wallpaper, since }
  try {
    await showWallpaper(current, preloaded.image)
    return current
  } catch {}
}

const claimAndShow = async (sources: Sources, broken: string[] = []): Promise<Shown> => {
  const { access, expectedKey, preloaded } = sources
  const claiming = claim(sources, broken)
  const claimed = await Promise.race([claiming, isLate()])
  access.late = claimed === null ? claiming : undefined
  if (import.meta.env.FIREFOX && sources.isFirst && claimed !== null && !claimed?.deck.filters)
    return
  const current = claimed?.current ?? preloaded ?? toBundled(sources)
  if (!current || (preloaded && toKey(current.wallpaper) === expectedKey)) return current
  try {
    await showWallpaper(current, claimed?.image)
    return current
  } catch {
    if (!claimed) return
    return claimAndShow({ ...sources, expectedKey: '', preloaded: undefined }, [
      ...broken,
      toKey(current.wallpaper),
    ])
  }
}

const isLate = () =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, storeDeadlineMs, null)
  })

const claim = async ({ access, bundle, now, expectedKey }: Sources, broken: string[]) => {
  // After too many broken pictures, the tab shows a built-in wallpaper.
  if (broken.length > maxBroken) return
  const advance = (deck: Deck) => openTab(broken.reduce(dropWallpaper, deck), now, bundle)
  return access.deckStore.claim(advance, expectedKey).catch((error) => {
    if (!(error instanceof StorageError)) console.error(error)
    return undefined
  })
}

const toBundled = ({ bundle: [wallpaper], now }: Sources): Shown =>
  wallpaper && { kind: 'bundled', wallpaper, since: now }

/** The functions of the script in the head that `distant-deck.ts` uses. */
export const forDistantDeck = { claimAndShow, parseDeck, showAgain }
