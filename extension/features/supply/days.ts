import { toNextDate } from '../../../shared/days.ts'
import { toNumber } from '../../../shared/unknown.ts'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import { isBlocked } from '../blocked/blocking.ts'
import type { Blocked } from '../settings/setting-values.ts'
import type { Filters } from '../settings/settings.ts'
import {
  type Deck,
  type DeckWallpaper,
  isDark,
  isSameDay,
  toKey,
  type Upcoming,
} from '../wallpaper/deck.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import type { DayPicture, FindDay, Found } from './catalogue-client.ts'

/** The end of the day whose picture was last asked for, in milliseconds since 1970. */
export const dayEndItem = createStoredItem({ key: 'day-end', parse: (stored) => toNumber(stored) })

interface DaysDeps {
  findDay: FindDay
  dayEnd: StoredItem<number>
}

interface FillDaysDeps extends DaysDeps {
  deckStore: DeckStore
  now: () => number
}

/** What a top-up does for the picture of the day. */
export const createDays = (deps: DaysDeps) => ({ ...deps, fill: fillDays, add: addDay })

export type Days = ReturnType<typeof createDays>

interface DayTask {
  filters: Filters
  key: string
  blocked: readonly Blocked[]
}

/** Downloads a picture of the day and adds it to the deck. Resolves with false if it is of no use. */
type Store<T> = (task: T, wallpaper: Found, showFrom: number) => Promise<boolean>

/**
 * Puts the picture of the day into the deck, and tomorrow's, so that the first tab after midnight needs no network. The
 * first task is for the tone of the present tabs.
 */
const fillDays = async <T extends DayTask>(
  deps: FillDaysDeps,
  tasks: readonly T[],
  store: Store<T>,
): Promise<void> => {
  const { deckStore, findDay, dayEnd, now } = deps
  const [first] = tasks
  if (!first || (await hasDay(deps, first))) return
  let end = toMidnight(now())
  for (const task of tasks) {
    // If there is no dark picture for the first task, a substitute for the second one must stay until its day is over.
    if (await hasDay(deps, task)) {
      end = await dayEnd.read()
      continue
    }
    const today = await findDay(task.filters)
    end = today?.endsAt ?? end
    if (!(await keepDay(deps, task, today, now(), store)))
      await deckStore.update((deck) => addSubstitute(deck, task, now()))
    if (!today) continue
    // Without tomorrow's picture, the change at midnight comes one tab later.
    const tomorrow = await findDay(task.filters, toNextDate(today.date)).catch(() => undefined)
    await keepDay(deps, task, tomorrow, end, store)
  }
  await dayEnd.update(() => end)
}

const hasDay = async ({ deckStore, dayEnd, now }: FillDaysDeps, task: DayTask) => {
  const { upcoming } = await deckStore.read()
  return now() < (await dayEnd.read()) && upcoming.some((entry) => isToday(entry, task, now()))
}

const isToday = ({ showFrom, forDark }: Upcoming, { filters }: DayTask, now: number) =>
  showFrom > 0 && showFrom <= now && forDark === (filters.tone === 'dark')

const keepDay = async <T extends DayTask>(
  { deckStore, now }: FillDaysDeps,
  task: T,
  day: DayPicture | undefined,
  showFrom: number,
  store: Store<T>,
): Promise<boolean> => {
  if (!day || isBlocked(day.wallpaper, task.blocked)) return false
  const key = toKey({ catalogue: task.filters.catalogue, ...day.wallpaper })
  let isStored = false
  await deckStore.update((deck) => {
    const stored = deck.upcoming.find(({ wallpaper }) => toKey(wallpaper) === key)
    isStored = stored !== undefined
    return stored ? addDay(deck, toDay(stored, task, showFrom), now()) : deck
  })
  return isStored || store(task, day.wallpaper, showFrom)
}

const toDay = (entry: Omit<Upcoming, 'forDark' | 'filters'>, task: DayTask, showFrom: number) => ({
  ...entry,
  filters: task.key,
  forDark: task.filters.tone === 'dark',
  showFrom,
})

/**
 * Adds today's or a later picture of the day in place of the one that the deck has for the same day and tone. The
 * same picture keeps its time, because a tab may have shown it.
 */
const addDay = (deck: Deck, added: Upcoming, now: number): Deck => {
  if (deck.filters !== added.filters || deck.rotation !== 'today') return deck
  const key = toKey(added.wallpaper)
  const isReplaced = ({ showFrom, forDark }: Upcoming) =>
    showFrom > 0 && showFrom <= now === added.showFrom <= now && forDark === added.forDark
  const isSame = ({ wallpaper }: Upcoming) => toKey(wallpaper) === key
  const same = deck.upcoming.find((entry) => isReplaced(entry) && isSame(entry))
  const others = deck.upcoming.filter(
    (entry) => !isReplaced(entry) && (entry.showFrom > 0 || !isSame(entry)),
  )
  const upcoming = [...others, same ?? added].toSorted((a, b) => a.showFrom - b.showFrom)
  return { ...deck, upcoming }
}

/**
 * Makes another wallpaper the picture of the day, because the server's is blocked or the server has none. It is the
 * current wallpaper if a tab has shown that today, or else an upcoming one. A wallpaper to which a person went back may
 * not fit the settings, so it is not taken.
 */
const addSubstitute = (deck: Deck, task: DayTask, now: number): Deck => {
  const { current, upcoming } = deck
  const wantsDark = task.filters.tone === 'dark'
  if (
    current?.source === 'catalogue' &&
    isSameDay(current.since, now) &&
    deck.wasDark === wantsDark &&
    isNewest(deck, current.wallpaper) &&
    mayFit(current.wallpaper, task)
  ) {
    const { wallpaper, since } = current
    return addDay(deck, toDay({ wallpaper, bytes: 0, showFrom: since }, task, since), now)
  }
  const next = upcoming.find(({ showFrom, forDark }) => !showFrom && forDark === wantsDark)
  return next ? addDay(deck, toDay(next, task, now), now) : deck
}

// False if a person has gone back to the wallpaper. Going back does not change the history.
const isNewest = ({ history }: Deck, wallpaper: DeckWallpaper) =>
  history.slice(-1).some((seen) => toKey(seen) === toKey(wallpaper))

// A pinned wallpaper stays although the settings change. Favorites may be of any category.
const mayFit = (wallpaper: DeckWallpaper, { filters: { category, source, tone } }: DayTask) =>
  (!tone || isDark(wallpaper)) &&
  (!category ||
    !wallpaper.category ||
    source === 'favorites' ||
    category.split(',').includes(wallpaper.category))

const toMidnight = (now: number): number => {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}
