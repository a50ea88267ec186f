import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { LightMap } from '../../platform/browser/light-map.ts'
import type { Rotation } from '../settings/setting-values.ts'

/** The latest wallpapers, which are not repeated while the catalogue has others. */
export const historyLength = 50

/** The latest pictures, which stay stored for going back without the network. */
export const keptBack = 6

type Unused = 'format' | 'palette' | 'luminance' | 'focal_point' | 'created_at'

export type DeckWallpaper = Omit<WallpaperDetail, Unused> & {
  server: string
  light: LightMap | null
  focal: string | null
}

export interface BundledWallpaper {
  id: string
  title: string
  description: string
  color: string
  light: LightMap | null
  focal: string | null
}

/** Identifies a wallpaper among those of all servers, and its picture in the store. */
export const toKey = ({ id, server }: { id: string; server?: string }): string => `${server} ${id}`

export interface Upcoming {
  wallpaper: DeckWallpaper
  filters: string
  bytes: number
}

export type Current =
  | { source: 'catalogue'; wallpaper: DeckWallpaper; since: number }
  | { source: 'bundled'; wallpaper: BundledWallpaper; since: number }

/** The current, upcoming and earlier wallpapers of new tabs. Times are milliseconds since 1970. */
export interface Deck {
  rotation: Rotation
  /** `toFiltersKey` of the settings that `upcoming` was last aligned with. */
  filters: string
  current: Current | null
  pinned: Current | null
  upcoming: Upcoming[]
  /** In the order they were first shown, newest last. Going back does not change the order. */
  history: DeckWallpaper[]
  lastBundledId: string | null
}

export const emptyDeck: Deck = {
  rotation: 'tab',
  filters: '',
  current: null,
  pinned: null,
  upcoming: [],
  history: [],
  lastBundledId: null,
}

export const openTab = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Deck => {
  if (deck.pinned) return showPinned(deck, deck.pinned)
  if (!isDue(deck, now)) return deck
  const keepsCurrent = deck.rotation !== 'tab' && deck.current?.source === 'catalogue'
  // A wallpaper that is due, but has no successor yet, is better than a built-in one.
  if (deck.upcoming.length === 0 && keepsCurrent) return deck
  return showNext(deck, now, bundle)
}

const showPinned = (deck: Deck, pinned: Current): Deck =>
  isPinned(deck, deck.current) ? deck : { ...deck, current: pinned }

export const showNext = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Deck => {
  const [next, ...upcoming] = deck.upcoming
  if (!next) return showBundled(deck, now, bundle)
  const { wallpaper } = next
  return {
    ...deck,
    current: { source: 'catalogue', wallpaper, since: now },
    upcoming,
    history: appendSeen(deck.history, wallpaper),
  }
}

export const showAgain = (deck: Deck, wallpaper: DeckWallpaper, now: number): Deck => ({
  ...deck,
  current: { source: 'catalogue', wallpaper, since: now },
  history: deck.history.map(toKey).includes(toKey(wallpaper))
    ? deck.history
    : [...deck.history, wallpaper],
})

export const isPinned = ({ pinned }: Deck, shown: Current | null | undefined): boolean =>
  pinned !== null && keyOf(pinned) === keyOf(shown)

const keyOf = (current: Current | null | undefined) => current && toKey(current.wallpaper)

const showBundled = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Deck => {
  const last = bundle.findIndex(({ id }) => id === deck.lastBundledId)
  const wallpaper = bundle[(last + 1) % bundle.length]
  if (!wallpaper) return { ...deck, current: null }
  return {
    ...deck,
    current: { source: 'bundled', wallpaper, since: now },
    lastBundledId: wallpaper.id,
  }
}

const appendSeen = (history: DeckWallpaper[], wallpaper: DeckWallpaper) =>
  [...history.filter((seen) => toKey(seen) !== toKey(wallpaper)), wallpaper].slice(-historyLength)

const hourMs = 3_600_000

const isDue = ({ current, rotation, upcoming }: Deck, now: number): boolean => {
  if (!current || rotation === 'tab') return true
  if (current.source === 'bundled' && upcoming.length > 0) return true
  // After the clock was set back, times from before mean nothing.
  if (current.since > now && rotation !== 'ask') return true
  if (rotation === 'hour') return now - current.since >= hourMs
  return rotation === 'day' && !isSameDay(current.since, now)
}

const isSameDay = (a: number, b: number) =>
  new Date(a).toDateString() === new Date(b).toDateString()

// Adds a wallpaper whose image is stored. Returns the same deck when it is already there, or was fetched for
// old settings. `filters` is the `toFiltersKey` of the settings, which differs for stand-ins.
export const addUpcoming = (deck: Deck, added: Upcoming, filters = added.filters): Deck => {
  const key = toKey(added.wallpaper)
  const isObsolete = filters !== deck.filters
  if (isObsolete || deck.upcoming.some(({ wallpaper }) => toKey(wallpaper) === key)) return deck
  return { ...deck, upcoming: [...deck.upcoming, added] }
}

export interface DeckPolicy {
  rotation: Rotation
  filters: string
  fits: (upcoming: Upcoming) => boolean
}

export const applyPolicy = (deck: Deck, { rotation, filters, fits }: DeckPolicy): Deck => {
  if (deck.filters === filters) return deck.rotation === rotation ? deck : { ...deck, rotation }
  return {
    ...deck,
    rotation,
    filters,
    // A person who changes the filters wants another wallpaper in the next tab.
    current: deck.current && rotation !== 'ask' ? { ...deck.current, since: 0 } : deck.current,
    upcoming: deck.upcoming
      .filter((entry) => entry.filters === filters || fits(entry))
      .map((entry) => ({ ...entry, filters })),
  }
}

export const dropWallpaper = (deck: Deck, key: string): Deck => ({
  ...deck,
  current: without(deck.current, key),
  pinned: without(deck.pinned, key),
  upcoming: deck.upcoming.filter(({ wallpaper }) => toKey(wallpaper) !== key),
})

export const listCurrent = ({ current, pinned }: Deck): DeckWallpaper[] =>
  [current, pinned].flatMap((one) => (one?.source === 'catalogue' ? [one.wallpaper] : []))

const without = (current: Current | null, key: string): Current | null =>
  keyOf(current) === key ? null : current

export const listInUse = (deck: Deck): DeckWallpaper[] => [
  ...listCurrent(deck),
  ...deck.history.slice(-keptBack),
  ...deck.upcoming.map(({ wallpaper }) => wallpaper),
]

export const countBytes = (deck: Deck): number =>
  deck.upcoming.reduce((sum, { bytes }) => sum + bytes, 0)

export const toBundledFile = ({ id }: { id: string }): string => `/wallpapers/${id}.jpg`
