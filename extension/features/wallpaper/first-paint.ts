import { openDatabase } from '../../platform/storage/database.ts'
import { layKeptVeil } from '../settings/lay-veil.ts'
import {
  type BundledWallpaper,
  type Current,
  type Deck,
  dropWallpaper,
  openTab,
  toKey,
} from './deck.ts'
import { type ClaimOptions, claimWallpaper } from './deck-store.ts'
import { readHint } from './hint.ts'
import { defaultColor, toColor } from './parse-deck.ts'
import { paintColor, showWallpaper } from './show-image.ts'

/** What the page shows; `undefined` when there is no picture at all, only the color. */
export type Shown = Current | undefined

/** A store that does not answer by then is given up, and a built-in wallpaper shown. */
const storeDeadlineMs = 1_500
/** Broken stored images are skipped, but not for ever. */
const maxBroken = 3

interface Sources {
  bundle: readonly BundledWallpaper[]
  now: number
}

interface Attempt {
  opening: Promise<IDBDatabase>
  expectedKey: string
  broken: string[]
}

/**
 * The whole way from an empty page to its wallpaper, with no network and nothing else loaded:
 * the color in the first frame, then the picture from the store.
 */
export const paintFirst = (
  bundle: readonly BundledWallpaper[],
  now = Date.now(),
): Promise<Shown> => {
  // The store takes longest to answer: it opens while the hint is read.
  const opening = open()
  layKeptVeil()
  const hint = readHint()
  paintColor(toColor(hint.color) ?? bundle[0]?.color ?? defaultColor)
  return claimAndShow({ bundle, now }, { opening, expectedKey: hint.key, broken: [] })
}

/** Rejects where the browser's settings forbid a store, which may throw at once. */
const open = async (): Promise<IDBDatabase> => openDatabase()

const claimAndShow = async (sources: Sources, attempt: Attempt): Promise<Shown> => {
  const claimed = await claimInTime(sources, attempt)
  const current = claimed?.current ?? toBundled(sources)
  if (!current) return
  try {
    await showWallpaper(current, claimed?.image)
    return current
  } catch {
    if (attempt.broken.length === maxBroken) return
    const broken = [...attempt.broken, toKey(current.wallpaper)]
    return claimAndShow(sources, { opening: open(), expectedKey: '', broken })
  }
}

/** What comes too late stays in the deck, for the next tab. */
const claimInTime = ({ bundle, now }: Sources, { opening, expectedKey, broken }: Attempt) => {
  const advance = (deck: Deck) => openTab(broken.reduce(dropWallpaper, deck), now, bundle)
  const late = new AbortController()
  const tooLate = new Promise<undefined>((resolve) =>
    setTimeout(() => {
      late.abort()
      resolve(undefined)
    }, storeDeadlineMs),
  )
  return Promise.race([claim(opening, { advance, expectedKey, signal: late.signal }), tooLate])
}

const claim = async (opening: Promise<IDBDatabase>, options: ClaimOptions) => {
  try {
    const database = await opening
    // It ends after the transaction, which was begun by then.
    const claimed = claimWallpaper(database, options)
    database.close()
    return await claimed
  } catch {
    return
  }
}

/** Without a store, the time chooses: tabs opened one after another still differ. */
const toBundled = ({ bundle, now }: Sources): Shown => {
  const wallpaper = bundle[Math.floor(now / 1000) % bundle.length]
  return wallpaper && { source: 'bundled', wallpaper, since: now }
}
