import { openDatabase } from '../../platform/database.ts'
import { type Hint, readHint } from '../../platform/hint.ts'
import { claimWallpaper } from './claim-wallpaper.ts'
import { type BundledWallpaper, type Current, type Deck, dropWallpaper, openTab } from './deck.ts'
import { DEFAULT_COLOR, toColor } from './parse-deck.ts'
import { paintColor, showWallpaper } from './show-image.ts'

/** What the page shows; `undefined` when there is no picture at all, only the colour. */
export type Shown = Current | undefined

/** A store that does not answer by then is given up, and a built-in wallpaper shown. */
const STORE_DEADLINE_MS = 1_500
/** Broken stored images are skipped, but not for ever. */
const MAX_BROKEN = 3

type Sources = { bundle: readonly BundledWallpaper[]; now: number }

/**
 * The whole way from an empty page to its wallpaper, with no network and nothing else loaded:
 * the colour in the first frame, then the picture from the store.
 */
export const paintFirst = (
  bundle: readonly BundledWallpaper[],
  now = Date.now(),
): Promise<Shown> => {
  const hint = readHintSafely()
  paintColor(toColor(hint.color) ?? bundle[0]?.color ?? DEFAULT_COLOR)
  return claimAndShow({ bundle, now }, hint.id, [])
}

/** Storage may be blocked by the browser's settings: then there is no hint. */
const readHintSafely = (): Hint => {
  try {
    return readHint()
  } catch {
    return { id: '', color: '' }
  }
}

const claimAndShow = async (
  sources: Sources,
  expectedId: string,
  broken: string[],
): Promise<Shown> => {
  const claimed = await Promise.race([claim(sources, expectedId, broken), giveUpLate()])
  const current = claimed?.current ?? toBundled(sources)
  if (!current) return
  try {
    await showWallpaper(current, claimed?.image)
    return current
  } catch {
    if (broken.length === MAX_BROKEN) return
    return claimAndShow(sources, '', [...broken, current.wallpaper.id])
  }
}

const claim = async ({ bundle, now }: Sources, expectedId: string, broken: string[]) => {
  const advance = (deck: Deck) => openTab(broken.reduce(dropWallpaper, deck), now, bundle)
  try {
    return await claimWallpaper(await openDatabase(), { advance, expectedId })
  } catch {
    return
  }
}

const giveUpLate = () =>
  new Promise<undefined>((resolve) => setTimeout(resolve, STORE_DEADLINE_MS, undefined))

/** Without a store, the time chooses: tabs opened one after another still differ. */
const toBundled = ({ bundle, now }: Sources): Shown => {
  const wallpaper = bundle[Math.floor(now / 1000) % bundle.length]
  return wallpaper && { source: 'bundled', wallpaper, since: now }
}
