/**
 * These functions turn untrusted values (from storage, messages or packaged files) into valid ones. The new tab
 * uses them because zod would weigh more than the rest of the page.
 */

export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const toTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : null

export const toText = (value: unknown, fallback = ''): string => toTextOrNull(value) ?? fallback

/** Shortens a text that a stranger wrote, so that it cannot fill the storage. */
export const toShortText = (value: unknown): string => toText(value).slice(0, 2_000)

export const toNumberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const toNumber = (value: unknown, fallback = 0): number => toNumberOrNull(value) ?? fallback

export const toList = <T>(value: unknown, parse: (element: unknown) => T | undefined): T[] =>
  Array.isArray(value) ? value.map(parse).filter((element) => element !== undefined) : []

export const toOneOf = <const T extends readonly string[]>(
  value: unknown,
  accepted: T,
  fallback: T[number],
): T[number] => accepted.find((word) => word === value) ?? fallback

export const toTextList = (value: unknown): string[] =>
  toList(value, (element) => toTextOrNull(element) ?? undefined)

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
