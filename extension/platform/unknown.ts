/**
 * Readers for values that come from outside (storage, messages, packaged files) on paths where zod
 * would weigh more than the rest of the page.
 */

/** The value's own properties, or none when it is no object. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const toText = (value: unknown, fallback = ''): string =>
  typeof value === 'string' ? value : fallback

export const toTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : null

export const toNumber = (value: unknown, fallback = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback

export const toNumberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** What `parse` makes of each element, without those it answers with `undefined`. */
export const toList = <T>(value: unknown, parse: (element: unknown) => T | undefined): T[] =>
  Array.isArray(value) ? value.map(parse).filter((element) => element !== undefined) : []

/** The value when it is one of `accepted`, else `fallback`. */
export const toOneOf = <const T extends readonly string[]>(
  value: unknown,
  accepted: T,
  fallback: T[number],
): T[number] => accepted.find((word) => word === value) ?? fallback

export const toTextList = (value: unknown): string[] =>
  toList(value, (element) => (typeof element === 'string' ? element : undefined))

/** The parsed JSON, or `undefined` when `text` is none. */
export const fromJson = (text: string | null): unknown => {
  if (text === null) return
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}
