import { dateFormatOf, hourMs, toDate, toDayNumber } from '../days.ts'
import { type Preference, screenSide } from '../filter-rules.ts'
import { type SelectableCatalogue, type SelectRequest, selectWallpapers } from './select.ts'

/** How many rows a route tries when the picture of a row cannot be read. */
export const mostTries = 3

const order = 'today'

/** The picture of the day, and then those that take its place if its file cannot be read. */
type RowsOfDay = readonly [number, ...number[]]

interface DayRequest extends Omit<SelectRequest, 'count' | 'exclude' | 'preferences'> {
  /** See `toBoxShape`. */
  boxShape?: number | undefined
}

// How many pictures from that of the day on may fit a box. In a larger catalogue, those that fit have an order of their own.
const mostSkipped = 500

/**
 * Selects the rows for a day. The days go through all wallpapers that match, in an order that never changes, so a
 * picture comes back only after all others (docs/decisions/0008). Near-duplicates are weeks apart. Small pictures come
 * only if no others match. A picture of which a crop to the box shows less than half is skipped.
 * @param day a whole number that grows by 1 from day to day
 * @throws NoWallpapersError
 */
export const selectForDay = (
  catalogue: SelectableCatalogue,
  { boxShape, ...request }: DayRequest,
  day: number,
): RowsOfDay => {
  const leastSide = screenSide
  const listFrom = (preferences: readonly Preference[]) => {
    const select = (offset: number, count: number) =>
      selectWallpapers(
        catalogue,
        { ...request, preferences, count, exclude: [], seed: order, offset },
        // A seeded order needs no random numbers.
        () => 0,
      )
    const { total } = select(0, 0)
    const place = ((day % total) + total) % total
    const count = Math.min(total, boxShape === undefined ? mostTries : mostSkipped)
    const { rows } = select(place, Math.min(count, total - place))
    return rows.length === count ? rows : [...rows, ...select(0, count - rows.length).rows]
  }
  const large = listFrom([{ leastSide }])
  // A single large picture would be that of every day.
  const rows = large.length > 1 ? large : listFrom([])
  const fitting =
    boxShape === undefined ? rows : rows.filter(catalogue.pool({ preference: { boxShape } }).has)
  const chosen =
    fitting.length > 0 ? fitting : listFrom([{ boxShape, leastSide }, { boxShape }, { leastSide }])
  const [first, ...others] = chosen.slice(0, mostTries)
  // biome-ignore lint/style/noNonNullAssertion: without a row, `selectWallpapers` throws
  return [first!, ...others]
}

/**
 * Selects the rows for a date, or for today. Returns also when the day ends if it is today.
 * @throws NoWallpapersError
 */
export const chooseForDay = (
  catalogue: SelectableCatalogue,
  { date: asked, tz, ...request }: DayRequest & { date?: string | undefined; tz: string },
  today: Day,
) => {
  const date = asked ?? today.date
  const rows = selectForDay(catalogue, request, toDayNumber(date))
  return { date, tz, rows, endsAt: date === today.date ? today.endsAt : undefined }
}

interface Day {
  date: string
  /** The first millisecond of the next day. */
  endsAt: number
}

// Clients choose the zone, so the cache needs a limit. About 600 names exist, in any mix of upper and lower case.
const mostZones = 2_000

/** Creates a function that returns the current day in a time zone. The day of each zone is cached until it ends. */
export const createCalendar = () => {
  const known = new Map<string, Day & { since: number }>()
  return (now: number, timeZone: string): Day => {
    const found = known.get(timeZone)
    if (found && found.since <= now && now < found.endsAt) return found
    if (known.size >= mostZones) known.clear()
    const day = { date: toDate(now, timeZone), endsAt: findDayEnd(now, timeZone), since: now }
    known.set(timeZone, day)
    return day
  }
}

const longestDayMs = 26 * hourMs

// Finds the first millisecond of the next day. Days can have 23 or 25 hours, and some zones change their clocks at
// midnight, so the moment is searched for and not computed.
const findDayEnd = (now: number, timeZone: string): number => {
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
