import type { FocalPoint } from '../pictures/focal-point.ts'
import type { Orientation } from './wallpaper.ts'

/*
 * Readers of one field of an index row each. They take what nobody vouches for and answer
 * `undefined` for whatever they cannot use. Written by hand: a schema per row would cost a
 * catalogue of a million rows several seconds at every refresh.
 */

export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Trimmed; the index writes `unknown` where it has nothing to say. */
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || text.toLowerCase() === 'unknown' ? undefined : text
}

export const readCategory = (value: unknown): string | undefined =>
  typeof value === 'string' ? readText(value.trim().replace(/^#+/, ''))?.toLowerCase() : undefined

/** Words as they stand: the entries of an array, or a string's words between spaces (spec §2.1). */
export const readWords = (value: unknown): readonly string[] | undefined => {
  const words = typeof value === 'string' ? value.split(/\s+/) : value
  if (!Array.isArray(words)) return undefined
  // Most arrays are fine as they are: sharing them with the row saves a copy of each.
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

/** A size in pixels. */
export const readSide = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

export const readOrientation = (value: unknown): Orientation | undefined => {
  const word = readText(value)?.toLowerCase()
  if (word === 'desktop') return 'landscape'
  return word === 'mobile' ? 'portrait' : undefined
}

/** `#RRGGBB`; an alpha byte is cut off. */
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

/** A ThumbHash is at most 25 bytes, so at most 36 characters of base64. */
export const readPlaceholder = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{6,34}={0,2}$/.test(value) ? value : undefined

/** ISO 8601 in UTC, whatever offset and precision the index has; without an offset it is UTC. */
export const readTimestamp = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  if (plainUtc.test(value)) return `${value.slice(0, 23)}Z`
  const parts = timestamp.exec(value.trim())
  if (parts === null) return undefined
  const [, day, time = '00:00', zone = 'Z'] = parts
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** What most rows have, up to a day that every month has: cutting it is 10 times as fast as `Date`. */
const plainUtc =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:[01][1-9]|[12]0|2[1-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3,}(?:Z|\+00:00)$/
const timestamp = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * A path inside `main/` or `cache/`. Nothing that could lead out of the folder or to another
 * server: no `..`, no absolute path, no scheme, no control character.
 */
export const readFile = (value: unknown): string | undefined =>
  typeof value === 'string' && (plainName.test(value) || isFilePath(value)) ? value : undefined

/** What most files are called. */
const plainName = /^\w[\w.-]*$/

const isFilePath = (path: string) =>
  path.isWellFormed() && !hasScheme.test(path) && path.split('/').every(isSegment)
const hasScheme = /^[a-z][a-z0-9+.-]*:/i
const isSegment = (segment: string) => /^(?![\s.]*$)[^\\\p{Cc}]+$/u.test(segment)
