import type { Catalogue } from './catalogue.ts'
import { type SelectRequest, selectWallpapers } from './select.ts'

/** How many rows a route tries when the picture of a row cannot be read. */
export const mostTries = 3

const order = 'today'

/**
 * Selects the rows for a day, the picture of the day first. The days go through all wallpapers that match, in an
 * order that never changes, so a picture comes back only after all others (docs/decisions/0060).
 * @param day a whole number that grows by 1 from day to day
 */
export const selectForDay = (
  catalogue: Catalogue,
  request: Omit<SelectRequest, 'count' | 'exclude'>,
  day: number,
): readonly number[] => {
  const select = (offset: number) =>
    selectWallpapers(
      catalogue,
      { ...request, count: 1, exclude: [], seed: order, offset },
      // The seed decides, so nothing is drawn.
      () => 0,
    )
  const { total } = select(0)
  return Array.from({ length: Math.min(total, mostTries) }, (_, next) =>
    select((((day + next) % total) + total) % total),
  ).flatMap(({ rows }) => rows)
}

/** Returns the date in a time zone, like `2026-11-22`. */
export const toDate = (now: number, timeZone: string): string => dateFormatOf(timeZone)(now)

const dateFormatOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  }
}

const longestDayMs = 26 * 3_600_000

/**
 * Returns the first millisecond of the next day in a time zone. Days can have 23 or 25 hours, and some zones change
 * their clocks at midnight, so the moment is searched for and not computed.
 */
export const findDayEnd = (now: number, timeZone: string): number => {
  const format = dateFormatOf(timeZone)
  const today = format(now)
  let inside = now
  let after = now + longestDayMs
  while (after - inside > 1) {
    const middle = Math.floor((inside + after) / 2)
    if (format(middle) === today) inside = middle
    else after = middle
  }
  return after
}
