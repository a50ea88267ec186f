/**
 * These functions turn values of unknown shape (JSON, storage, messages) into valid ones. A new tab uses them, because zod
 * would weigh more than the rest of the page.
 */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toRecord = (value: unknown): Record<string, unknown> =>
  (typeof value === 'object' && (value as Record<string, unknown> | null)) || {}

export const toTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : null

export const toText = (value: unknown, fallback = ''): string => toTextOrNull(value) ?? fallback

/** Shortens a text that a stranger wrote, so that it cannot fill the storage. */
export const toShortText = (value: unknown): string => toText(value).slice(0, 2_000)

export const toNumberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const toNumber = (value: unknown, fallback = 0): number => toNumberOrNull(value) ?? fallback

/** Leaves out the elements for which `parse` returns nothing. */
export const toList = <T>(
  value: unknown,
  parse: (element: unknown) => T | null | undefined,
): T[] =>
  Array.isArray(value)
    ? value.map(parse).filter((element) => element !== undefined && element !== null)
    : []

export const toOneOf = <const T extends readonly string[], const F extends T[number] | null>(
  value: unknown,
  accepted: T,
  fallback: F,
): T[number] | F => accepted.find((word) => word === value) ?? fallback

export const toTextList = (value: unknown): string[] => toList(value, toTextOrNull)

/** Returns `undefined` for a text that is not JSON, or for no text. */
export const fromJson = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
