export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Counts the days from 1970-01-01 to a date such as `2026-11-22`. */
export const toDayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs

export const toNextDate = (date: string): string =>
  new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)

/** Returns the date in the time zone of this device. */
export const toLocalDate = (time: number): string => {
  const date = new Date(time)
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
    .toISOString()
    .slice(0, 10)
}
