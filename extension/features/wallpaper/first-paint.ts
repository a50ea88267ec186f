import { StorageError } from '../../platform/storage/storage-error.ts'
import { layKeptVeil } from '../settings/lay-veil.ts'
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
import type { DeckAccess, DeckStore } from './deck-store.ts'
import { canPreload, forgetHint, readHint, takePreloaded } from './hint.ts'
import { defaultColor, emptyDeck, parseDeck, toColor } from './parse-deck.ts'
import { paintColor, showWallpaper } from './show-image.ts'

export type Shown = Current | undefined

declare global {
  interface Window {
    /** The script in the new tab's head leaves these values for the page's module. They share only `window`. */
    fresco: DeckAccess & {
      /** In Firefox, resolves with `undefined` if the deck of the background may be in another storage. */
      shown: Promise<Shown>
      distant?: typeof forDistantDeck
    }
  }
}

const storeDeadlineMs = 1_500
// Tabs that open at once take turns at the database. On a busy computer, the last of thirty waited for 20 s.
const crowdDeadlineMs = 30_000
const maxBroken = 3

interface Sources {
  bundle: readonly BundledWallpaper[]
  deckStore: DeckStore
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
export const paintFirst = async (
  bundle: readonly BundledWallpaper[],
  deckStore: DeckStore,
  now = Date.now(),
): Promise<Shown> => {
  layKeptVeil()
  const hint = readHint(now)
  const fitting = listFitting(bundle, hint.dark)
  paintColor(toColor(hint.color) ?? fitting[0]?.color ?? defaultColor)
  const preloaded = await showPreloaded(hint.key, now)
  return claimAndShow({
    ...{ bundle: fitting, deckStore, now, expectedKey: hint.key, preloaded },
    ...(import.meta.env.FIREFOX && { isFirst: true }),
  })
}

const showPreloaded = async (expectedKey: string, since: number): Promise<Shown> => {
  const preloaded = canPreload && takePreloaded(expectedKey)
  if (!preloaded) return
  const current: Current = { source: 'catalogue', wallpaper: preloaded.wallpaper, since }
  try {
    await showWallpaper(current, preloaded.image)
    return current
  } catch {}
}

const claimAndShow = async (sources: Sources, broken: string[] = []): Promise<Shown> => {
  const { expectedKey, preloaded } = sources
  const claimed = await claimInTime(sources, broken)
  if (import.meta.env.FIREFOX && sources.isFirst && claimed?.deck.filters === '') return
  // If the database has stopped answering, only one tab waits for a long time.
  if (!(claimed || preloaded)) forgetHint()
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

const unread = { deck: emptyDeck, current: undefined, image: undefined }

// If the database does not deliver a wallpaper in time, the wallpaper stays in the deck for the next tab.
const claimInTime = (sources: Sources, broken: string[]) => {
  const { bundle, deckStore, now, expectedKey, preloaded } = sources
  // After too many broken pictures, the tab shows a built-in wallpaper.
  if (broken.length > maxBroken) return
  const advance = (deck: Deck) => openTab(broken.reduce(dropWallpaper, deck), now, bundle)
  const isPatient = expectedKey && !preloaded
  const signal = AbortSignal.timeout(isPatient ? crowdDeadlineMs : storeDeadlineMs)
  const tooLate = new Promise<undefined>((resolve) => {
    signal.onabort = () => resolve(undefined)
  })
  const claimed = deckStore.claim(advance, { expectedKey, signal }).catch((error) => {
    if (!(error instanceof StorageError)) console.error(error)
    return import.meta.env.FIREFOX ? unread : undefined
  })
  // A tab that waits for its turn, or for a database that has stopped answering, is not plain meanwhile.
  const bundled = isPatient ? toBundled(sources) : undefined
  const timer =
    bundled &&
    setTimeout(() => void showWallpaper(bundled, undefined).catch(() => {}), storeDeadlineMs)
  return Promise.race([claimed, tooLate]).finally(() => clearTimeout(timer))
}

// Without a database, the current second chooses the built-in wallpaper, so that successive tabs differ.
const toBundled = ({ bundle, now }: Sources): Shown => {
  const wallpaper = bundle[Math.floor(now / 1000) % bundle.length]
  return wallpaper && { source: 'bundled', wallpaper, since: now }
}

/** What `distant-deck.ts` uses of the script in the head. */
export const forDistantDeck = { claimAndShow, parseDeck, showAgain }
