import { hourMs } from '../../../shared/days.ts'
import { darkBelow } from '../../../shared/filter-rules.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { LightMap } from '../../platform/browser/light-map.ts'
import type { DarkTimes, Rotation } from '../settings/setting-values.ts'

/** How many of the wallpapers shown last are not shown again while the catalogue has others. */
export const historyLength = 50

/** How many of the latest pictures stay stored, so that a person can go back to them without the network. */
export const stepsBack = 12

type Unused = 'format' | 'focal_point' | 'created_at' | 'file_size' | 'placeholder'

export type DeckWallpaper = Omit<WallpaperDetail, Unused> & {
  catalogue: string
  light: LightMap | null
  focal: string | null
  /** The id of a second wallpaper that is beside it in its picture. */
  beside: string
  /** Only captions of the web page show it. */
  created_at?: string | null
  /** The demands of the license: `credit` to name the author, `whole` not to crop the picture. */
  terms: string
}

/** Only the id, the color and the luminance are in the list of the built-in wallpapers. `loadPicture` adds the details. */
export type BundledWallpaper = Pick<
  DeckWallpaper,
  'id' | 'title' | 'description' | 'color' | 'luminance' | 'light' | 'focal'
> &
  Partial<Pick<DeckWallpaper, 'terms'>>

/** Identifies a wallpaper among those of all catalogues. Its picture is stored under the same key. */
export const toKey = ({ id, catalogue = '' }: { id: string; catalogue?: string }): string =>
  `${catalogue} ${id}`

export interface Stored {
  wallpaper: DeckWallpaper
  filters: string
  bytes: number
  /** True for a dark wallpaper that was requested while tabs showed only dark ones. Other tabs take it last. */
  forDark: boolean
}

/** A picture of the day. It stays in the deck while its day lasts. */
export interface OfDay extends Stored {
  /** The time from which tabs show it. */
  showFrom: number
}

export type Upcoming = (Stored & { showFrom: null }) | OfDay

export const isOfDay = (upcoming: Upcoming): upcoming is OfDay => upcoming.showFrom !== null

export type Current =
  | { kind: 'catalogue'; wallpaper: DeckWallpaper; since: number }
  | { kind: 'bundled'; wallpaper: BundledWallpaper; since: number }

/** The current, upcoming and earlier wallpapers of new tabs. All times are milliseconds since 1970. */
export interface Deck {
  /** With `once`, the next tab keeps the wallpaper that a person has chosen, and changes the rotation to `tab`. */
  rotation: Rotation | 'once'
  /** The `toFiltersKey` of the settings for which the upcoming wallpapers were last chosen. */
  filters: string
  current: Current | null
  pinned: Current | null
  upcoming: Upcoming[]
  /** The wallpapers that tabs have taken, newest last. Going back does not change it. */
  history: DeckWallpaper[]
  /**
   * The latest wallpapers that tabs have taken since `filters` changed. When no upcoming wallpaper is stored, new tabs show
   * these again in turn.
   */
  earlier: DeckWallpaper[]
  lastBundledId: string | null
  darker: DarkTimes
  /** Whether the latest tab showed only dark wallpapers. */
  wasDark: boolean
}

export const wantsDark = (darker: DarkTimes, now: number): boolean => {
  if (darker === 'system') return matchMedia('(prefers-color-scheme:dark)').matches
  const [from = '', until] = darker.split('-')
  if (!until) return from !== ''
  // The local time as a text like `19:00:00 GMT+0200`, which can be compared with `19:00`.
  const time = new Date(now).toTimeString()
  return from < until ? from <= time && time < until : from <= time || time < until
}

export const isDark = ({ luminance }: { luminance: number | null }): boolean =>
  (luminance ?? 1) < darkBelow

export const openTab = (
  deck: Deck,
  now: number,
  bundle: readonly BundledWallpaper[],
  dark = wantsDark(deck.darker, now),
): Deck => {
  const { current, pinned, rotation } = deck
  if (pinned) return isPinned(deck, current) ? deck : { ...deck, current: pinned }
  if (rotation === 'once') return { ...deck, rotation: 'tab' }
  const next = findNext(deck, dark, now)
  // The first tab after dusk and the first after dawn change the wallpaper before its hour or its day is over.
  const isTurn = deck.wasDark !== dark && rotation !== 'ask'
  if (!isTurn && !isDue(deck, now, next)) return deck
  const keepsCurrent = rotation !== 'tab' && current?.kind === 'catalogue'
  // If no upcoming wallpaper is stored, the current one stays, because a built-in wallpaper would be worse. At dusk,
  // the current one would be too light.
  if (!next && keepsCurrent && !(isTurn && dark)) return deck
  return showNext(deck, now, bundle, dark)
}

export const findNext = (
  deck: Deck,
  dark = wantsDark(deck.darker, Date.now()),
  now = Date.now(),
): Upcoming | undefined => {
  const waiting = deck.upcoming.filter(
    (entry) => !isOfDay(entry) && (!dark || isDark(entry.wallpaper)),
  )
  // After a person has gone back, the current wallpaper may also be an upcoming one.
  const others = waiting.filter(({ wallpaper }) => toKey(wallpaper) !== keyOf(deck.current))
  return (
    findDue(deck, dark, now) ??
    others.find(({ forDark }) => dark || !forDark) ??
    others[0] ??
    waiting[0]
  )
}

// The picture of the day is due in the first tab from `showFrom` on, in the first after dusk, and in the first after dawn.
// In between, a person may look at other wallpapers.
const findDue = ({ upcoming, current, wasDark }: Deck, dark: boolean, now: number) => {
  const day = upcoming.findLast(
    (entry): entry is OfDay => isOfDay(entry) && entry.showFrom <= now && entry.forDark === dark,
  )
  return day && (wasDark !== dark || !current || current.since < day.showFrom) ? day : undefined
}

export const showNext = (
  deck: Deck,
  now: number,
  bundle: readonly BundledWallpaper[],
  dark = wantsDark(deck.darker, now),
): Deck => {
  const next = findNext(deck, dark, now)
  const wallpaper = next?.wallpaper ?? listFitting(deck.earlier, dark)[0]
  if (!wallpaper) return showBundled({ ...deck, wasDark: dark }, now, bundle)
  return {
    ...deck,
    wasDark: dark,
    current: { kind: 'catalogue', wallpaper, since: now },
    upcoming: deck.upcoming.filter((entry) => entry !== next || isOfDay(entry)),
    history: appendSeen(deck.history, wallpaper).slice(-historyLength),
    earlier: appendSeen(deck.earlier, wallpaper).slice(-stepsBack),
  }
}

const appendSeen = (list: DeckWallpaper[], wallpaper: DeckWallpaper) => [
  ...withoutKey(list, toKey(wallpaper)),
  wallpaper,
]

const withoutKey = (list: DeckWallpaper[], key: string) =>
  list.filter((wallpaper) => toKey(wallpaper) !== key)

export const showAgain = (deck: Deck, wallpaper: DeckWallpaper, now: number): Deck => ({
  ...deck,
  current: { kind: 'catalogue', wallpaper, since: now },
  history: deck.history.map(toKey).includes(toKey(wallpaper))
    ? deck.history
    : [...deck.history, wallpaper],
})

export const isPinned = ({ pinned }: Deck, shown: Current | null | undefined): boolean =>
  pinned !== null && keyOf(pinned) === keyOf(shown)

const keyOf = (current: Current | null | undefined) => current && toKey(current.wallpaper)

const showBundled = (deck: Deck, now: number, bundle: readonly BundledWallpaper[]): Deck => {
  const next = bundle.findIndex(({ id }) => id === deck.lastBundledId) + 1
  const inTurn = listFitting([...bundle.slice(next), ...bundle.slice(0, next)], deck.wasDark)
  // After a person has unpinned a wallpaper, its turn may come at once.
  const wallpaper = inTurn.find(({ id }) => id !== deck.current?.wallpaper.id) ?? inTurn[0]
  if (!wallpaper) return { ...deck, current: null }
  return {
    ...deck,
    current: { kind: 'bundled', wallpaper, since: now },
    lastBundledId: wallpaper.id,
  }
}

export const listFitting = <T extends BundledWallpaper>(
  wallpapers: readonly T[],
  dark: boolean,
): readonly T[] => wallpapers.filter((wallpaper) => !dark || isDark(wallpaper))

const isDue = (
  { current, rotation, upcoming }: Deck,
  now: number,
  next: Upcoming | undefined,
): boolean => {
  if (!current || rotation === 'tab' || (next && isOfDay(next))) return true
  if (current.kind === 'bundled' && next) return true
  // After the clock was set back, the time of the current wallpaper is unknown, so the next tab shows another one.
  if (current.since > now && rotation !== 'ask') return true
  if (rotation === 'hour') return now - current.since >= hourMs
  const isDaily =
    rotation === 'day' ||
    (rotation === 'today' && !upcoming.some((entry) => isOfDay(entry) && entry.showFrom <= now))
  return isDaily && !isSameDay(current.since, now)
}

export const isSameDay = (a: number, b: number) =>
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
  darker: DarkTimes
  fits: (upcoming: Upcoming) => boolean
}

export const applyPolicy = (deck: Deck, policy: DeckPolicy): Deck => {
  const { rotation, filters, darker } = policy
  const aligned = deck.darker === darker ? deck : applyDarker(deck, darker)
  if (deck.filters !== filters) return applyFilters(aligned, policy)
  return toLasting(aligned.rotation) === rotation
    ? aligned
    : { ...aligned, rotation, upcoming: withoutDays(aligned) }
}

const toLasting = (rotation: Deck['rotation']): Rotation => (rotation === 'once' ? 'tab' : rotation)

// The picture of the day is another one with other filters.
const withoutDays = ({ upcoming }: Deck) => upcoming.filter((entry) => !isOfDay(entry))

const applyDarker = (deck: Deck, darker: DarkTimes): Deck => ({
  ...deck,
  darker,
  upcoming: withoutDays(deck)
    .filter(({ wallpaper }) => darker !== 'always' || isDark(wallpaper))
    .map((entry) => (darker ? entry : { ...entry, forDark: false })),
})

const applyFilters = (deck: Deck, { rotation, filters, fits }: DeckPolicy): Deck => ({
  ...deck,
  rotation,
  filters,
  earlier: [],
  // After a change of the filters, the current wallpaper counts as old, so that the next tab shows another.
  current: deck.current && rotation !== 'ask' ? { ...deck.current, since: 0 } : deck.current,
  upcoming: withoutDays(deck)
    .filter((entry) => entry.filters === filters || fits(entry))
    .map((entry) => ({ ...entry, filters })),
})

export const dropWallpaper = (deck: Deck, key: string): Deck => ({
  ...deck,
  current: without(deck.current, key),
  pinned: without(deck.pinned, key),
  upcoming: deck.upcoming.filter(({ wallpaper }) => toKey(wallpaper) !== key),
  earlier: withoutKey(deck.earlier, key),
})

export const listCurrent = ({ current, pinned }: Deck): DeckWallpaper[] =>
  [current, pinned].flatMap((one) => (one?.kind === 'catalogue' ? [one.wallpaper] : []))

const without = (current: Current | null, key: string): Current | null =>
  keyOf(current) === key ? null : current

export const listInUse = (deck: Deck): DeckWallpaper[] => [
  ...listCurrent(deck),
  ...deck.history.slice(-stepsBack),
  ...deck.upcoming.map(({ wallpaper }) => wallpaper),
]

export const countBytes = (deck: Deck): number =>
  deck.upcoming.reduce((sum, { bytes }) => sum + bytes, 0)

// The address is relative, because the web page may be below any path of a host.
export const toBundledFile = ({ id }: { id: string }): string => `wallpapers/${id}.jpg`

/**
 * The moves that tabs make in the deck. The script in the head of a new tab hands these functions to the page, which
 * would otherwise load their code again.
 */
export const deckRules = { openTab, showNext, findNext, dropWallpaper }
export type DeckRules = typeof deckRules
