import { toNumber, toRecord } from '../../../shared/unknown.ts'
import { kindOf } from '../settings/catalogues.ts'
import {
  type Deck,
  type DeckWallpaper,
  findNext,
  isOfDay,
  keptBack,
  listCurrent,
  toKey,
} from '../wallpaper/deck.ts'
import { keepUpcoming } from '../wallpaper/deck-moves.ts'
import { parseDeckWallpaper } from '../wallpaper/parse-deck.ts'

export interface Kept {
  key: string
  wallpaper: DeckWallpaper
  bytes: number
}

export interface Stock {
  deck: Deck
  kept: Kept[]
  sizes: ReadonlyMap<string, number>
}

export type Eviction = Pick<Stock, 'deck' | 'kept'> & {
  removed: string[]
}

export const parseKept = (value: unknown): Kept | undefined => {
  const stored = toRecord(value)
  const wallpaper = parseDeckWallpaper(stored.wallpaper)
  return wallpaper && { key: toKey(wallpaper), wallpaper, bytes: toNumber(stored.bytes) }
}

/** Tells whether a favorite belongs to a server that the person does not use now. */
export const isForeign = ({ wallpaper: { catalogue } }: Kept, server: string): boolean =>
  kindOf(catalogue) === 'server' && catalogue !== server

export interface Limits {
  budget: number
  server: string
  /** True when favorites must stay, even if evicting all other pictures does not make enough room. */
  sparesFavorites?: boolean
}

/**
 * Chooses the pictures to evict, so that the others fit the budget. Earlier wallpapers go first, then upcoming
 * wallpapers behind the next one, favorites of other servers, and the oldest favorites. The current, pinned and
 * next wallpapers and the pictures of the day always stay. The next dark wallpaper also stays if tabs will soon show
 * only dark ones.
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
    deck: withoutUpcoming(deck, going),
    kept: kept.filter(({ key }) => !going.has(key) && sizes.has(key)),
    removed: [...going],
  }
}

const listByNeed = (
  { deck, kept, sizes }: Stock,
  { server, sparesFavorites }: Limits,
): Set<string> => {
  const tones = deck.darker ? [false, true] : [false]
  const next = tones.flatMap((dark) => findNext(deck, dark)?.wallpaper ?? [])
  const later = deck.upcoming.map(({ wallpaper }) => toKey(wallpaper))
  const days = deck.upcoming.filter(isOfDay).map(({ wallpaper }) => wallpaper)
  const held = new Set([...listCurrent(deck), ...next, ...days].map(toKey))
  const own = kept.filter((one) => !isForeign(one, server)).map(({ key }) => key)
  const foreign = kept.filter((one) => isForeign(one, server)).map(({ key }) => key)
  // In a small catalogue, an earlier wallpaper may be an upcoming one again.
  const back = deck.history
    .slice(-keptBack)
    .map(toKey)
    .filter((key) => !later.includes(key))
  const isOwn = (key: string) => own.includes(key)
  const ordered = [...back, ...later.reverse(), ...foreign].filter((key) => !isOwn(key))
  const last = sparesFavorites ? [] : own
  return new Set([...ordered, ...last].filter((key) => sizes.has(key) && !held.has(key)))
}

export const withoutUpcoming = (deck: Deck, going: ReadonlySet<string>): Deck =>
  keepUpcoming(deck, ({ wallpaper }) => !going.has(toKey(wallpaper)))

export const sumOf = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, value) => sum + value, 0)
