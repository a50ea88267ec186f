import { matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { toNextDate } from '../../../shared/days.ts'
import { toNumber } from '../../../shared/unknown.ts'
import { deckName } from '../../platform/storage/scope.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { isBlocked } from '../settings/blocking.ts'
import { daySourceIn } from '../sources/chosen.ts'
import type { DayPicture, FindDay } from '../sources/source.ts'
import {
  type Deck,
  type DeckWallpaper,
  isOfDay,
  isSameDay,
  type OfDay,
  type Stored,
  toKey,
  type Upcoming,
} from '../wallpaper/deck.ts'
import { type Filling, store } from './fill.ts'
import { type Goal, type Request, toRequest } from './goals.ts'

/** The end of the day whose picture was last asked for, in milliseconds since 1970. */
const dayEndItem = createStoredItem({
  key: `day-end${deckName}`,
  parse: (stored) => toNumber(stored),
})

/**
 * Puts today's and tomorrow's pictures of the day into the deck. With tomorrow's picture, the first tab after midnight
 * needs no network.
 */
export const createDays =
  (findDay: FindDay) =>
  async (filling: Filling, goal: Goal): Promise<void> => {
    const { deckStore, now } = filling
    const request = toRequest(goal, daySourceIn(goal.settings) ?? '')
    const { upcoming } = await deckStore.read()
    const today = upcoming.filter((entry) => isOfDay(entry) && entry.showFrom <= now())
    const hasDay = today.some((entry) => isFor(request, entry))
    if (hasDay && now() < (await dayEndItem.read())) return
    const day = await findDay(request.filters)
    const end = day?.endsAt ?? new Date(now()).setHours(24, 0, 0, 0)
    if (!(await storeDay(filling, request, day, now())))
      await deckStore.update((deck) => addSubstitute(deck, request, now()))
    if (day) {
      // Without tomorrow's picture, the first tab after midnight still shows today's.
      const tomorrow = await findDay(request.filters, toNextDate(day.date)).catch(() => undefined)
      await storeDay(filling, request, tomorrow, end)
    }
    await dayEndItem.update(() => end)
  }

const isFor = ({ tone }: Request, { forDark }: Upcoming) => forDark === (tone === 'dark')

const storeDay = async (
  filling: Filling,
  request: Request,
  day: DayPicture | undefined,
  showFrom: number,
): Promise<boolean> => {
  const { deckStore, now } = filling
  if (!day || isBlocked(day.wallpaper, request.settings.blocked)) return false
  const key = toKey({ catalogue: request.filters.catalogue, ...day.wallpaper })
  const add = (deck: Deck, stored: Stored) => addDay(deck, toDay(stored, request, showFrom), now())
  let isStored = false
  await deckStore.update((deck) => {
    const stored = deck.upcoming.find(({ wallpaper }) => toKey(wallpaper) === key)
    isStored = stored !== undefined
    return stored ? add(deck, stored) : deck
  })
  return isStored || (await store(filling, request, day.wallpaper, add)) === 'added'
}

const toDay = (
  { wallpaper, bytes }: Pick<Stored, 'wallpaper' | 'bytes'>,
  { key, tone }: Request,
  showFrom: number,
): OfDay => ({ wallpaper, bytes, filters: key, forDark: tone === 'dark', showFrom })

/**
 * Adds today's or a later picture of the day in place of the one that the deck has for the same day and tone. The
 * same picture keeps its time, because a tab may have shown it.
 */
const addDay = (deck: Deck, added: OfDay, now: number): Deck => {
  if (deck.filters !== added.filters || deck.rotation !== 'today') return deck
  const key = toKey(added.wallpaper)
  const isDue = ({ showFrom }: OfDay) => showFrom <= now
  const days = deck.upcoming.filter(isOfDay)
  const replaced = days.filter(
    (entry) => isDue(entry) === isDue(added) && entry.forDark === added.forDark,
  )
  const same = replaced.find(({ wallpaper }) => toKey(wallpaper) === key)
  const waiting = deck.upcoming.filter((entry) => !isOfDay(entry) && toKey(entry.wallpaper) !== key)
  const others = days.filter((entry) => !replaced.includes(entry))
  const sorted = [...others, same ?? added].sort((a, b) => a.showFrom - b.showFrom)
  return { ...deck, upcoming: [...waiting, ...sorted] }
}

/**
 * Makes another wallpaper the picture of the day, because the server's is blocked or the server has none. It is the
 * current wallpaper if a tab has shown that today, or else an upcoming one. A wallpaper to which a person went back may
 * not fit the settings, so it is not taken.
 */
const addSubstitute = (deck: Deck, request: Request, now: number): Deck => {
  const { current, upcoming } = deck
  if (
    current?.kind === 'catalogue' &&
    isSameDay(current.since, now) &&
    deck.wasDark === (request.tone === 'dark') &&
    isNewest(deck, current.wallpaper) &&
    mayFit(current.wallpaper, request)
  ) {
    const { wallpaper, since } = current
    return addDay(deck, toDay({ wallpaper, bytes: 0 }, request, since), now)
  }
  const next = upcoming.find((entry) => !isOfDay(entry) && isFor(request, entry))
  return next ? addDay(deck, toDay(next, request, now), now) : deck
}

// False if a person has gone back to the wallpaper. Going back does not change the history.
const isNewest = ({ history }: Deck, wallpaper: DeckWallpaper) =>
  history.slice(-1).some((seen) => toKey(seen) === toKey(wallpaper))

// A pinned wallpaper stays although the settings change. Favorites may be of any category.
const mayFit = (wallpaper: DeckWallpaper, { filters: { category, list, tone } }: Request) =>
  matchesDetail(wallpaper, { tone }) === true &&
  (list === 'favorites' || matchesDetail(wallpaper, { category }) !== false)
