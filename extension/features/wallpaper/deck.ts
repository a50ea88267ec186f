import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { LightMap } from '../../platform/browser/light-map.ts'
import type { Rotation } from '../settings/setting-values.ts'

/** How many of the latest wallpapers never come again while the catalogue has others. */
export const historyLength = 50

/** The pictures of so many of the latest wallpapers stay in the store, for going back without a network. */
export const keptBack = 6

/** What is kept of a wallpaper next to its bytes. */
export type DeckWallpaper = Pick<
  WallpaperDetail,
  | 'id'
  | 'title'
  | 'description'
  | 'category'
  | 'type'
  | 'width'
  | 'height'
  | 'tags'
  | 'colors'
  | 'color'
  | 'placeholder'
  | 'credit'
  | 'license'
  | 'url'
  | 'preview_url'
  | 'image_url'
> & {
  /** Where it came from: its id means something there only. */
  server: string
  /** Of the stored picture. */
  light: LightMap | null
  /** Where to crop: an `object-position`, which the browser ignores when it is none. */
  focal: string | null
}

/** A wallpaper that is packaged with the extension (see `bundled-file.ts`): shown when there is nothing else. */
export interface BundledWallpaper {
  id: string
  title: string
  description: string
  color: string
  light: LightMap | null
  focal: string | null
}

/** What names a wallpaper among those of all servers, and its picture in the store. */
export const toKey = ({ id, server }: { id: string; server?: string }): string => `${server} ${id}`

export interface Upcoming {
  wallpaper: DeckWallpaper
  /** `filtersKey` of the request that found it. */
  filters: string
  /** Size of the stored image. */
  bytes: number
}

export type Current =
  | { source: 'catalogue'; wallpaper: DeckWallpaper; since: number }
  | { source: 'bundled'; wallpaper: BundledWallpaper; since: number }

/** What new tabs show: now, next, and before. Times are milliseconds since 1970. */
export interface Deck {
  rotation: Rotation
  /** `filtersKey` of the settings that `upcoming` was last brought in line with. */
  filters: string
  current: Current | null
  /** What every new tab shows until the person lets go of it. */
  pinned: Current | null
  /** Its images are all in the store. */
  upcoming: Upcoming[]
  /** In the order they were first shown, newest last: going back leaves it as it is. */
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

/** The deck after a tab was opened: `current` is what the tab shows; `null` only without a bundle. */
export const openTab = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Deck => {
  if (deck.pinned) return showPinned(deck, deck.pinned)
  if (!isDue(deck, now)) return deck
  const keepsCurrent = deck.rotation !== 'tab' && deck.current?.source === 'catalogue'
  // A picture that is due, but has no successor yet, is still better than a built-in one.
  if (deck.upcoming.length === 0 && keepsCurrent) return deck
  return showNext(deck, now, bundle)
}

const showPinned = (deck: Deck, pinned: Current): Deck =>
  isPinned(deck, deck.current) ? deck : { ...deck, current: pinned }

/** The deck after the person asked for another wallpaper. */
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

/** The deck after the person went back to a wallpaper: what waits stays, and so does the history. */
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

/** Whether a tab opened now shows another wallpaper than `current`. */
const isDue = ({ current, rotation, upcoming }: Deck, now: number): boolean => {
  if (!current || rotation === 'tab') return true
  if (current.source === 'bundled' && upcoming.length > 0) return true
  // The clock was set back: whatever was planned by the old one means nothing.
  if (current.since > now && rotation !== 'ask') return true
  if (rotation === 'hour') return now - current.since >= hourMs
  return rotation === 'day' && !isSameDay(current.since, now)
}

const isSameDay = (a: number, b: number) =>
  new Date(a).toDateString() === new Date(b).toDateString()

/**
 * The deck with one more wallpaper whose image is stored, or the same deck when it has no use.
 * `filters`: the `filtersKey` that it was fetched for, which others stand in for (see `stand-in.ts`).
 */
export const addUpcoming = (deck: Deck, added: Upcoming, filters = added.filters): Deck => {
  const key = toKey(added.wallpaper)
  const isObsolete = filters !== deck.filters
  if (isObsolete || deck.upcoming.some(({ wallpaper }) => toKey(wallpaper) === key)) return deck
  return { ...deck, upcoming: [...deck.upcoming, added] }
}

export interface DeckPolicy {
  rotation: Rotation
  /** `filtersKey` of the settings. */
  filters: string
  /** Whether a wallpaper found with other filters may stay. */
  fits: (upcoming: Upcoming) => boolean
}

/** The deck brought in line with the settings: what no longer fits is dropped. */
export const applyPolicy = (deck: Deck, { rotation, filters, fits }: DeckPolicy): Deck => {
  if (deck.filters === filters) return deck.rotation === rotation ? deck : { ...deck, rotation }
  return {
    ...deck,
    rotation,
    filters,
    // Other filters were chosen to see other pictures: the next tab may show one.
    current: deck.current && rotation !== 'ask' ? { ...deck.current, since: 0 } : deck.current,
    upcoming: deck.upcoming
      .filter((entry) => entry.filters === filters || fits(entry))
      .map((entry) => ({ ...entry, filters })),
  }
}

/** The deck without a wallpaper (of this `toKey`) whose image turned out to be missing or broken. */
export const dropWallpaper = (deck: Deck, key: string): Deck => ({
  ...deck,
  current: without(deck.current, key),
  pinned: without(deck.pinned, key),
  upcoming: deck.upcoming.filter(({ wallpaper }) => toKey(wallpaper) !== key),
})

/** What is shown and what is pinned, if the catalogue has it. */
export const listCurrent = ({ current, pinned }: Deck): DeckWallpaper[] =>
  [current, pinned].flatMap((one) => (one?.source === 'catalogue' ? [one.wallpaper] : []))

const without = (current: Current | null, key: string): Current | null =>
  keyOf(current) === key ? null : current

/** The wallpapers whose images must stay in the store. */
export const listInUse = (deck: Deck): DeckWallpaper[] => [
  ...listCurrent(deck),
  ...deck.history.slice(-keptBack),
  ...deck.upcoming.map(({ wallpaper }) => wallpaper),
]

export const countBytes = (deck: Deck): number =>
  deck.upcoming.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * The deck without what was fetched in place of a list that had nothing; the same deck when all that
 * waits was found with these `filters`.
 */
export const withoutStandIns = (deck: Deck, filters: string): Deck => {
  const upcoming = deck.upcoming.filter((entry) => entry.filters === filters)
  return upcoming.length === deck.upcoming.length ? deck : { ...deck, upcoming }
}

/** Where the picture of a built-in wallpaper is: an address inside the extension. */
export const toBundledFile = ({ id }: { id: string }): string => `/wallpapers/${id}.jpg`
