import { type ScreenSize, usualScreen } from '../../platform/browser/screen.ts'
import { words } from '../settings/address-words.ts'
import { type Filters, type Settings, toFilters, toFiltersKey } from '../settings/settings.ts'
import { siteOf } from '../settings/source-names.ts'
import { sourceOf } from '../sources/all.ts'
import { listAsked } from '../sources/chosen.ts'
import { countBytes, type Deck, isDark, isOfDay, type Upcoming } from '../wallpaper/deck.ts'
import { filterUpcoming } from '../wallpaper/deck-moves.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import { emptyDeck } from '../wallpaper/parse-deck.ts'
import { isSaving } from './saving.ts'

export const upcomingTarget = 6
// How many wallpapers are fetched before the first tab, because the size of the screen is still unknown.
const targetWithoutScreen = 2
const maxUpcomingBytes = 48 * 1024 * 1024

export interface Goal {
  /** The tone that tabs show now. `undefined` means any. */
  tone: Filters['tone']
  target: number
  /** The choice that the catalogues are asked for. While a chosen list is empty, it is the whole catalogue instead. */
  settings: Settings
  /** The names of the catalogues to ask. See `listAsked`. */
  sources: readonly string[]
  /** The `toFiltersKey` of what the person has chosen. */
  key: string
  screen: ScreenSize
  saves: boolean
  room: number
  /** Whether a person is waiting, or the network came back. */
  asked: boolean
}

export interface Request extends Goal {
  filters: Filters
  /** Pictures of another shape than the screen are wanted too, and shown whole. */
  whole: boolean
}

interface GoalDeps {
  deckStore: DeckStore
  readSettings: () => Promise<Settings>
  readScreen: () => Promise<ScreenSize | undefined>
  readRoom: (() => Promise<number>) | undefined
}

export const readGoal = async (
  { deckStore, readSettings, readScreen, readRoom }: GoalDeps,
  asked: boolean,
): Promise<Goal> => {
  const [settings, screen, room = maxUpcomingBytes, { wasDark }] = await Promise.all([
    readSettings(),
    readScreen(),
    readRoom?.().catch(() => undefined),
    deckStore.read().catch(() => emptyDeck),
  ])
  const saves = isSaving(settings)
  const usual = screen ? upcomingTarget : targetWithoutScreen
  const isDarker = settings.darker === 'always' || (settings.darker !== '' && wasDark)
  return {
    settings,
    sources: listAsked(settings),
    key: toFiltersKey(settings),
    tone: isDarker ? 'dark' : undefined,
    target: saves ? 1 : usual,
    screen: screen ?? usualScreen,
    saves,
    room: Math.min(room, maxUpcomingBytes),
    asked,
  }
}

export const toRequest = (wanted: Goal, catalogue: string): Request => {
  const { settings, screen, tone } = wanted
  const filters = { ...toFilters(settings, screen, catalogue), tone }
  if (sourceOf(catalogue).isList)
    return { ...wanted, whole: true, filters: { catalogue, list: 'all', tone } }
  const whole = import.meta.env.WXT_WEB && words.pairs
  return { ...wanted, whole, filters: whole ? { ...filters, type: undefined } : filters }
}

/**
 * Leaves out the wallpapers that stand in for those of a chosen list, so that the first one of the list replaces them.
 */
export const withoutStandIns = ({ key, settings, tone }: Goal, deck: Deck): Deck =>
  key === toFiltersKey(settings)
    ? filterUpcoming(deck, (entry) => entry.filters === key || !isFor(tone, entry))
    : deck

const isFor = (tone: Goal['tone'], entry: Upcoming) =>
  entry.forDark === (tone === 'dark') && !isOfDay(entry)

export const count = ({ tone }: Goal, { upcoming }: Deck, catalogue?: string): number =>
  upcoming.filter(
    (entry) =>
      isFor(tone, entry) && (!catalogue || entry.wallpaper.catalogue === siteOf(catalogue)),
  ).length

/** True when the deck is full, or when the settings have changed and another top-up follows. */
export const isDone = (deck: Deck, wanted: Goal, underway = 0): boolean =>
  count(wanted, deck) + underway >= wanted.target ||
  deck.filters !== wanted.key ||
  !hasRoom(deck, wanted, underway)

// Returns whether one more picture of average size fits beside the pictures that are being downloaded. If the
// deck has none for the next tab of the tone, one picture is always downloaded.
const hasRoom = (deck: Deck, { tone, room }: Goal, underway: number): boolean => {
  const { upcoming } = deck
  // After dusk, tabs also take dark wallpapers that were not requested for them.
  const hasNext = upcoming.some(
    (entry) => isFor(tone, entry) || (tone && !isOfDay(entry) && isDark(entry.wallpaper)),
  )
  if (!hasNext) return underway === 0 || room === maxUpcomingBytes
  return (countBytes(deck) * (upcoming.length + underway + 1)) / upcoming.length <= room
}
