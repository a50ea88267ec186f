import type { FocalPoint } from '../pictures/focal-point.ts'
import type { Orientation } from '../pictures/shape-and-format.ts'

/*
 * Each function reads one field of an index row, and returns `undefined` for a value that it cannot use.
 * They are written by hand because a schema would take several seconds more for a million rows.
 */

export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Trims a text. An empty text and the word `unknown` count as absent. */
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || text.toLowerCase() === 'unknown' ? undefined : text
}

export const readCategory = (value: unknown): string | undefined =>
  typeof value === 'string' ? readText(value.trim().replace(/^#+/, ''))?.toLowerCase() : undefined

export const readWords = (value: unknown): readonly string[] | undefined => {
  const words = typeof value === 'string' ? value.split(/\s+/) : value
  if (!Array.isArray(words)) return undefined
  // Most arrays are clean. Using them directly saves a copy of each.
  const kept = words.every(isCleanWord) && isDistinct(words) ? words : cleanWords(words)
  return kept.length === 0 ? undefined : kept
}

export const readColors = (value: unknown): readonly string[] | undefined => {
  const words = readWords(value)
  return words?.every(isLowerCase) ? words : words && distinct(words.map(lowerCase))
}

const isCleanWord = (word: unknown): word is string => word === readText(word)
const isDistinct = (words: readonly unknown[]) =>
  words.length < 32 ? words.every(isFirst) : new Set(words).size === words.length
const isFirst = (word: unknown, at: number, words: readonly unknown[]) => words.indexOf(word) === at
const cleanWords = (words: readonly unknown[]) =>
  distinct(words.map(readText).filter((word) => word !== undefined))
const distinct = (words: readonly string[]) => [...new Set(words)]
const lowerCase = (word: string) => word.toLowerCase()
const isLowerCase = (word: string) => word === word.toLowerCase()

export const readSide = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

export const readOrientation = (value: unknown): Orientation | undefined => {
  const word = readText(value)?.toLowerCase()
  if (word === 'desktop') return 'landscape'
  return word === 'mobile' ? 'portrait' : undefined
}

export const readHex = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(value)
    ? value.slice(0, 7).toUpperCase()
    : undefined

export const readPalette = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? distinct(value.map(readHex).filter((hex) => hex !== undefined)) : undefined

export const readFraction = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined

export const readFocalPoint = (value: unknown): FocalPoint | undefined => {
  if (!isRow(value)) return undefined
  const [x, y] = [readFraction(value.x), readFraction(value.y)]
  return x === undefined || y === undefined ? undefined : { x, y }
}

export const readPlaceholder = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{6,34}={0,2}$/.test(value) ? value : undefined

/** Converts a time to ISO 8601 in UTC with milliseconds. A time without an offset is UTC already. */
export const readTimestamp = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  if (plainUtc.test(value)) return `${value.slice(0, 23)}Z`
  const parts = timestamp.exec(value.trim())
  if (parts === null) return undefined
  const [, day, time = '00:00', zone = 'Z'] = parts
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Matches most times. Cutting them is 10 times as fast as `Date`. Days after the 28th need `Date` to check them. */
const plainUtc =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:[01][1-9]|[12]0|2[1-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3,}(?:Z|\+00:00)$/
const timestamp = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * A path inside `main/` or `cache/`. Paths that could lead out of the folder or to another server are
 * refused: `..`, absolute paths, schemes and control characters.
 */
export const readFile = (value: unknown): string | undefined =>
  typeof value === 'string' && (plainName.test(value) || isFilePath(value)) ? value : undefined

const plainName = /^\w[\w.-]*$/

const isFilePath = (path: string) =>
  path.isWellFormed() && !hasScheme.test(path) && path.split('/').every(isSegment)
const hasScheme = /^[a-z][a-z0-9+.-]*:/i
const isSegment = (segment: string) => /^(?![\s.]*$)[^\\\p{Cc}]+$/u.test(segment)
