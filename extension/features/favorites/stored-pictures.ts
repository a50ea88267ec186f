import { toNumber, toRecord } from '../../../shared/unknown.ts'
import { type Deck, findNext, isOfDay, listCurrent, stepsBack, toKey } from '../wallpaper/deck.ts'
import { parseDeckWallpaper } from '../wallpaper/parse-deck.ts'

export interface StoredPictures {
  deck: Deck
  favorites: StoredFavorite[]
  sizes: ReadonlyMap<string, number>
}

export const parseStoredFavorite = (value: unknown) => {
  const stored = toRecord(value)
  const wallpaper = parseDeckWallpaper(stored.wallpaper)
  return wallpaper && { key: toKey(wallpaper), wallpaper, bytes: toNumber(stored.bytes) }
}

/** A stored favorite. */
export type StoredFavorite = NonNullable<ReturnType<typeof parseStoredFavorite>>

export interface Limits {
  budget: number
  /** True when favorites must stay, even if evicting all other pictures does not make enough room. */
  sparesFavorites?: boolean
}

/**
 * Chooses the keys of the pictures to evict, so that the others fit the budget. Earlier wallpapers go first, then the
 * upcoming wallpapers after the next one, and the favorites. The current, pinned and next wallpapers and the pictures of
 * the day always stay. The next dark wallpaper also stays if tabs will soon show only dark ones.
 */
export const listEvicted = (stored: StoredPictures, limits: Limits): string[] => {
  const evicted: string[] = []
  let total = sumOf(stored.sizes.values())
  for (const key of listByNeed(stored, limits)) {
    if (total <= limits.budget) break
    evicted.push(key)
    total -= stored.sizes.get(key) ?? 0
  }
  return evicted
}

const listByNeed = (
  { deck, favorites, sizes }: StoredPictures,
  { sparesFavorites }: Limits,
): string[] => {
  const tones = deck.darker ? [false, true] : [false]
  const next = tones.flatMap((dark) => findNext(deck, dark)?.wallpaper ?? [])
  const later = deck.upcoming.map(({ wallpaper }) => toKey(wallpaper))
  const days = deck.upcoming.filter(isOfDay).map(({ wallpaper }) => wallpaper)
  const held = new Set([...listCurrent(deck), ...next, ...days].map(toKey))
  const last = favorites.map(({ key }) => key)
  // In a small catalogue, an earlier wallpaper may be an upcoming one again.
  const back = deck.history
    .slice(-stepsBack)
    .map(toKey)
    .filter((key) => !later.includes(key))
  const others = [...back, ...later.reverse()].filter((key) => !last.includes(key))
  const all = new Set(sparesFavorites ? others : [...others, ...last])
  return [...all].filter((key) => sizes.has(key) && !held.has(key))
}

export const sumOf = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, value) => sum + value, 0)
