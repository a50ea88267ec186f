import { toNumberOrNull, toRecord } from '../../platform/unknown.ts'

/** Bytes fetched by day (`2026-01-31`, in the person's own time). */
export type Usage = Record<string, number>

const days = 7
const dayMs = 86_400_000

/** With these bytes added to today; what is older than a week is forgotten. */
export const addUsage = (usage: Usage, bytes: number, now: number): Usage => {
  const today = toDay(now)
  const counted = { ...usage, [today]: (usage[today] ?? 0) + bytes }
  const week = listWeek(now)
  return Object.fromEntries(Object.entries(counted).filter(([day]) => week.includes(day)))
}

/** Bytes of today and the six days before. */
export const sumWeek = (usage: Usage, now: number): number =>
  listWeek(now).reduce((sum, day) => sum + (usage[day] ?? 0), 0)

export const parseUsage = (value: unknown): Usage =>
  Object.fromEntries(
    Object.entries(toRecord(value)).filter(
      (entry): entry is [string, number] => toNumberOrNull(entry[1]) !== null,
    ),
  )

const listWeek = (now: number): string[] =>
  Array.from({ length: days }, (_, ago) => toDay(now - ago * dayMs))

const toDay = (time: number): string => {
  const date = new Date(time)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${date.getFullYear()}-${month}-${day}`
}
