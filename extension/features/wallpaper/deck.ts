import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { LightMap } from '../../platform/browser/light-map.ts'
import type { Rotation } from '../settings/setting-values.ts'

/** How many of the latest wallpapers are not shown again while the catalogue has others. */
export const historyLength = 50

/** How many of the latest pictures stay stored, so that a person can go back to them without the network. */
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

/** Identifies a wallpaper among those of all servers. Its picture is stored under the same key. */
export const toKey = ({ id, server }: { id: string; server?: string }): string => `${server} ${id}`

export interface Upcoming {
  wallpaper: DeckWallpaper
  filters: string
  bytes: number
}

export type Current =
  | { source: 'catalogue'; wallpaper: DeckWallpaper; since: number }
  | { source: 'bundled'; wallpaper: BundledWallpaper; since: number }

/** The current, upcoming and earlier wallpapers of new tabs. All times are milliseconds since 1970. */
export interface Deck {
  rotation: Rotation
  /** The `toFiltersKey` of the settings for which the upcoming wallpapers were last chosen. */
  filters: string
  current: Current | null
  pinned: Current | null
  upcoming: Upcoming[]
  /** Earlier wallpapers in the order of their first appearance, newest last. Going back does not change it. */
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
  // If no upcoming wallpaper is stored, the current one stays, because a built-in wallpaper would be worse.
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
  // After the clock was set back, the time of the current wallpaper is unknown, so the next tab shows another one.
  if (current.since > now && rotation !== 'ask') return true
  if (rotation === 'hour') return now - current.since >= hourMs
  return rotation === 'day' && !isSameDay(current.since, now)
}

const isSameDay = (a: number, b: number) =>
  new Date(a).toDateString() === new Date(b).toDateString()

// Adds a wallpaper whose image is stored. Returns the same deck when the wallpaper is already there, or when
// the settings have changed since it was requested. `filters` is the `toFiltersKey` of the settings. It differs
// from that of the request while a chosen list is empty, because then the whole catalogue is requested instead.
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
    // After a change of the filters, the current wallpaper counts as old, so that the next tab shows another.
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
