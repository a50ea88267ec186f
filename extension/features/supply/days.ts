import { toNextDate } from '../../../shared/days.ts'
import { toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import { deckName } from '../../platform/storage/scope.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { isBlocked } from '../settings/blocking.ts'
import { daySourceIn } from '../sources/chosen.ts'
import type { DayPicture, FindDay } from '../sources/source.ts'
import { type Deck, isOfDay, type OfDay, type Stored, toKey } from '../wallpaper/deck.ts'
import { filterUpcoming } from '../wallpaper/deck-moves.ts'
import { type Filling, store } from './fill.ts'
import { type Goal, type Request, toRequest } from './goals.ts'

const askedDayItem = createStoredItem({
  key: `day-end${deckName}`,
  parse: (stored) => {
    const { of, end, hasNone } = toRecord(stored)
    return {
      /** The tone and the filters that the source was last asked for. */
      of: toText(of),
      /** When the day ends, in milliseconds since 1970. */
      end: toNumber(end),
      /** True if the day has no picture that can be shown. Tabs then show one other wallpaper until the day ends. */
      hasNone: hasNone === true,
    }
  },
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
    const hasDay = today.some(({ forDark }) => forDark === (request.tone === 'dark'))
    const of = [request.tone, request.key].join(' ')
    const asked = await askedDayItem.read()
    if (asked.of === of && now() < asked.end && (hasDay || asked.hasNone)) return
    const day = await findDay(request.filters)
    const end = day?.endsAt ?? new Date(now()).setHours(24, 0, 0, 0)
    const hasNone = !(await storeDay(filling, request, day, now()))
    // Otherwise, tabs would show the picture of an earlier day again.
    if (hasNone)
      await deckStore.update((deck) =>
        filterUpcoming(deck, (entry) => !isOfDay(entry) || entry.showFrom > now()),
      )
    if (day) {
      // Without tomorrow's picture, the first tab after midnight still shows today's.
      const tomorrow = await findDay(request.filters, toNextDate(day.date)).catch(() => undefined)
      await storeDay(filling, request, tomorrow, end)
    }
    await askedDayItem.update(() => ({ of, end, hasNone }))
  }

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

const toDay = ({ wallpaper, bytes }: Stored, { key, tone }: Request, showFrom: number): OfDay => ({
  wallpaper,
  bytes,
  filters: key,
  forDark: tone === 'dark',
  showFrom,
})

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
