import { toNumber, toRecord } from '../../platform/unknown.ts'
import { type Deck, type DeckWallpaper, keptBack, listCurrent, toKey } from '../wallpaper/deck.ts'
import { parseDeckWallpaper } from '../wallpaper/parse-deck.ts'

/** A favorite whose picture stays in the store, to be shown without a network. */
export interface Kept {
  /** `toKey` of the wallpaper. */
  key: string
  wallpaper: DeckWallpaper
  bytes: number
}

/** All that has to do with the stored pictures. */
export interface Stock {
  deck: Deck
  /** The latest favorite last. */
  kept: Kept[]
  /** Bytes of each stored picture, by `toKey`. */
  sizes: ReadonlyMap<string, number>
}

export type Eviction = Pick<Stock, 'deck' | 'kept'> & {
  /** Pictures that go, by `toKey`. */
  removed: string[]
}

export const parseKept = (value: unknown): Kept | undefined => {
  const stored = toRecord(value)
  const wallpaper = parseDeckWallpaper(stored.wallpaper, '')
  return wallpaper && { key: toKey(wallpaper), wallpaper, bytes: toNumber(stored.bytes) }
}

export interface Limits {
  /** Bytes. */
  budget: number
  /** Of the favorites. */
  server: string
  /** No favorite goes, even where the others alone do not make room. */
  sparesFavorites?: boolean
}

/**
 * Makes the pictures fit into the budget; the least needed go first: those for going back, what
 * waits behind the next, favorites of elsewhere, and only then favorites, the oldest first. What is shown,
 * what is pinned and what comes next stay whatever they weigh, so that no tab is ever bare.
 */
export const evict = (stock: Stock, limits: Limits): Eviction => {
  const { deck, kept, sizes } = stock
  const going = new Set<string>()
  let total = sumOf(sizes.values())
  for (const key of listByNeed(stock, limits)) {
    if (total <= limits.budget) break
    going.add(key)
    total -= sizes.get(key) ?? 0
  }
  return {
    deck: going.size === 0 ? deck : withoutUpcoming(deck, going),
    kept: kept.filter(({ key }) => !going.has(key) && sizes.has(key)),
    removed: [...going],
  }
}

/** What may go, the least needed first. */
const listByNeed = (
  { deck, kept, sizes }: Stock,
  { server, sparesFavorites }: Limits,
): Set<string> => {
  const [next, ...later] = deck.upcoming.map(({ wallpaper }) => toKey(wallpaper))
  const held = new Set([...listCurrent(deck).map(toKey), ...(next ? [next] : [])])
  const own = kept.filter(({ wallpaper }) => wallpaper.server === server).map(({ key }) => key)
  const foreign = kept.filter(({ wallpaper }) => wallpaper.server !== server).map(({ key }) => key)
  const back = deck.history.slice(-keptBack).map(toKey)
  const isOwn = (key: string) => own.includes(key)
  const ordered = [...back, ...later.reverse(), ...foreign].filter((key) => !isOwn(key))
  const last = sparesFavorites ? [] : own
  return new Set([...ordered, ...last].filter((key) => sizes.has(key) && !held.has(key)))
}

/** The deck without pictures that went. */
export const withoutUpcoming = (deck: Deck, going: ReadonlySet<string>): Deck => ({
  ...deck,
  upcoming: deck.upcoming.filter(({ wallpaper }) => !going.has(toKey(wallpaper))),
})

export const sumOf = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, value) => sum + value, 0)
