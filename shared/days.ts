export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** How many seconds `/tab/` may show each picture (`every`). */
export const [fewestSeconds, mostSeconds] = [5, 86_400]

/** Counts the days from 1970-01-01 to a date such as `2026-11-22`. */
export const toDayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs

export const toNextDate = (date: string): string =>
  new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)

/** Returns the date in a time zone, like `2026-11-22`. Without one, in the zone of this device. */
export const toDate = (time: number, timeZone?: string): string => dateFormatOf(timeZone)(time)

export const dateFormatOf = (timeZone?: string) => {
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
