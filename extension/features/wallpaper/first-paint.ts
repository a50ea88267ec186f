import { openDatabase } from '../../platform/storage/database.ts'
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
import { type ClaimOptions, claimWallpaper } from './deck-store.ts'
import { readHint } from './hint.ts'
import { defaultColor, toColor } from './parse-deck.ts'
import { paintColor, showWallpaper } from './show-image.ts'

export type Shown = Current | undefined

declare global {
  interface Window {
    /** The script in the new tab's head leaves these values for the page's module. They share only `window`. */
    fresco: { shown: Promise<Shown>; bundle: readonly BundledWallpaper[] }
  }
}

const storeDeadlineMs = 1_500
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

/** Shows a wallpaper without the network: its color in the first frame, and then its stored picture. */
export const paintFirst = (
  bundle: readonly BundledWallpaper[],
  now = Date.now(),
): Promise<Shown> => {
  // Opening the database takes longest, so it starts before anything else.
  const opening = open()
  layKeptVeil()
  const hint = readHint(now)
  const fitting = listFitting(bundle, hint.dark)
  paintColor(toColor(hint.color) ?? fitting[0]?.color ?? defaultColor)
  return claimAndShow({ bundle: fitting, now }, { opening, expectedKey: hint.key, broken: [] })
}

// `openDatabase` throws at once if the browser's settings forbid databases. `async` makes that a rejection.
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

// If the database does not deliver a wallpaper in time, the wallpaper stays in the deck for the next tab.
const claimInTime = ({ bundle, now }: Sources, { opening, expectedKey, broken }: Attempt) => {
  const advance = (deck: Deck) => openTab(broken.reduce(dropWallpaper, deck), now, bundle)
  const signal = AbortSignal.timeout(storeDeadlineMs)
  const tooLate = new Promise<undefined>((resolve) => {
    signal.onabort = () => resolve(undefined)
  })
  return Promise.race([claim(opening, { advance, expectedKey, signal }), tooLate])
}

const claim = async (opening: Promise<IDBDatabase>, options: ClaimOptions) => {
  try {
    const database = await opening
    const claimed = claimWallpaper(database, options)
    // `close()` waits until the transaction that has begun is finished.
    database.close()
    return await claimed
  } catch {
    return
  }
}

// Without a database, the current second chooses the built-in wallpaper, so that successive tabs differ.
const toBundled = ({ bundle, now }: Sources): Shown => {
  const wallpaper = bundle[Math.floor(now / 1000) % bundle.length]
  return wallpaper && { source: 'bundled', wallpaper, since: now }
}
