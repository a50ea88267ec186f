import { isRowId } from '../ids.ts'
import { toLabel, toTitle } from '../title.ts'
import { isRecord } from '../unknown.ts'
import { type Orientation, toOrientation } from './shape-and-format.ts'
import type { FocalPoint, RenditionFile, Wallpaper } from './wallpaper.ts'

/**
 * Reads a row of `index.json`, whose fields may be at the top level or under `data`. No schema is used,
 * because validating a million rows with a schema takes several seconds longer. Returns `undefined` if the row has
 * no file or no id. `parseCreditedRow` also says who made the picture.
 */
export const parseRow = (raw: unknown): Wallpaper | undefined => parseNamedRow(raw, nameAfterFile)

/** A smaller `parseRow` for rows that have titles. It saves 1 kB in the script of an exported site. */
export const parseNamedRow = (
  raw: unknown,
  toTitle: (name: string, filed: FiledWallpaper) => string,
): Wallpaper | undefined => {
  const mainFile = readMainFile(raw)
  const filed = mainFile === undefined ? undefined : parseFiled(raw, mainFile)
  if (!filed || !isRecord(raw)) return undefined
  const data = dataOf(raw)
  const named = () => read(readText, raw.suggested_filename, data.suggested_filename) ?? filed.id
  const title = read(readText, raw.title, data.title) ?? toTitle(named(), filed)
  return { ...filed, title, ...readRest(raw, data) }
}

// The fields that are needed to build the catalogue. Reading only them saves seconds for a million rows.
export type FiledWallpaper = Pick<Wallpaper, keyof ReturnType<typeof readFiled>>

export const parseFiled = (raw: unknown, mainFile: string): FiledWallpaper | undefined => {
  if (!isRecord(raw)) return undefined
  const data = dataOf(raw)
  const named = read(readText, raw.file_name, data.file_name)
  const id = (named ?? mainFile.replace(/\.[^./]+$/, '')).normalize('NFC')
  return isRowId(id) ? readFiled(raw, data, id, mainFile) : undefined
}

export const readMainFile = (raw: unknown): string | undefined =>
  isRecord(raw) ? read(readFile, raw.file_main_name, dataOf(raw).file_main_name) : undefined
export const readTags = (raw: Row): readonly string[] =>
  read(readWords, raw.tags, dataOf(raw).tags) ?? noWords
export const readCacheFile = (raw: unknown): string | undefined =>
  isRecord(raw) ? read(readFile, raw.file_cache_name, dataOf(raw).file_cache_name) : undefined

const noData: Row = {}
export const dataOf = (raw: Row): Row => (isRecord(raw.data) ? raw.data : noData)
const noWords: readonly string[] = []

export const read = <T>(reader: (value: unknown) => T | undefined, top: unknown, nested: unknown) =>
  reader(top) ?? reader(nested)

const readFiled = (raw: Row, data: Row, id: string, mainFile: string) => {
  const width = read(readWhole, raw.width, data.width)
  const height = read(readWhole, raw.height, data.height)
  const orientation = read(readOrientation, raw.orientation, data.orientation)
  return {
    id,
    category: read(readCategory, raw.category, data.category) ?? '',
    orientation: orientation ?? toOrientation(width, height),
    width,
    height,
    mainFile,
    primaryColors: read(readColors, raw.primary_colors, data.primary_colors) ?? noWords,
    secondaryColors: read(readColors, raw.secondary_colors, data.secondary_colors) ?? noWords,
    palette: read(readPalette, raw.palette, data.palette) ?? noWords,
    luminance: read(readFraction, raw.luminance, data.luminance),
    phash: read(readPhash, raw.phash, data.phash),
    createdAt: read(readTimestamp, raw.timestamp, data.timestamp),
    source: read(readCategory, raw.source, data.source),
    takenOn: read(readTimestamp, raw.taken_at, data.taken_at)?.slice(0, 10),
  }
}

type Rest = Omit<Wallpaper, keyof FiledWallpaper | 'title'>
const readRest = (raw: Row, data: Row): Rest => ({
  description:
    read(readText, raw.description, data.description) ??
    read(readText, raw.scene_description, data.scene_description) ??
    '',
  cacheFile: readCacheFile(raw) ?? '',
  color: read(readHex, raw.color, data.color),
  placeholder: read(readPlaceholder, raw.placeholder, data.placeholder),
  place: read(readText, raw.place, data.place),
  focalPoint: read(readFocalPoint, raw.focal_point, data.focal_point),
  tags: readTags(raw),
  renditions: read(readRenditions, raw.renditions, data.renditions),
})

const nameAfterFile = (name: string, { mainFile, category }: FiledWallpaper): string => {
  const folder = mainFile.slice(0, mainFile.lastIndexOf('/') + 1)
  return (
    toTitle(name.includes('/') ? name : folder + name) ||
    (category !== 'uncategorised' && toLabel(category)) ||
    'Wallpaper'
  )
}

type Row = Readonly<Record<string, unknown>>

// Reads a text of an index row. The word `unknown` counts as missing, because some indexes write it.
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || isUnknown(text) ? undefined : text
}

// Most texts are long, and making each lowercase takes longer than all else.
const isUnknown = (text: string) => text.length === 7 && text.toLowerCase() === 'unknown'

const readCategory = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? readText(value.trim().replace(/^#+/, ''))?.normalize('NFC').toLowerCase()
    : undefined

const readWords = (value: unknown): readonly string[] | undefined => {
  const words = typeof value === 'string' ? value.split(/\s+/) : value
  if (!Array.isArray(words)) return undefined
  // Most arrays of words need no cleaning. Using such an array directly saves a copy of it.
  const clean = words.every(isCleanWord) && isDistinct(words) ? words : cleanWords(words)
  return clean.length === 0 ? undefined : clean
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

export const readWhole = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

const readOrientation = (value: unknown): Orientation | undefined => {
  const word = readText(value)?.toLowerCase()
  if (word === 'desktop') return 'landscape'
  return word === 'mobile' ? 'portrait' : undefined
}

const readHex = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(value)
    ? value.slice(0, 7).toUpperCase()
    : undefined

const readPalette = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined
  // Most palettes need no cleaning. Using such an array directly saves a copy of it.
  return value.every(isCleanHex) && isDistinct(value)
    ? value
    : distinct(value.map(readHex).filter((hex) => hex !== undefined))
}

const isCleanHex = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9A-F]{6}$/.test(value)

const readFraction = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined

const readPhash = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{16}$/i.test(value) ? value : undefined

const readFocalPoint = (value: unknown): FocalPoint | undefined => {
  if (!isRecord(value)) return undefined
  const [x, y] = [readFraction(value.x), readFraction(value.y)]
  return x === undefined || y === undefined ? undefined : { x, y }
}

const readPlaceholder = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{6,34}={0,2}$/.test(value) ? value : undefined

const readRenditions = (value: unknown): readonly RenditionFile[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const usable = value.flatMap(readRendition)
  return usable.length === 0 ? undefined : usable.sort((one, other) => one.width - other.width)
}

const readRendition = (value: unknown): RenditionFile[] => {
  if (!isRecord(value)) return []
  const [file, width, height] = [
    readFile(value.file),
    readWhole(value.width),
    readWhole(value.height),
  ]
  return file === undefined || !width || !height ? [] : [{ file, width, height }]
}

// Returns a time as ISO 8601 in UTC with milliseconds. A time without a time zone is taken as UTC.
const readTimestamp = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  if (plainUtc.test(value)) return `${value.slice(0, 23)}Z`
  const parts = timestamp.exec(value.trim())
  if (parts === null) return undefined
  const [, day, time = '00:00', zone = 'Z'] = parts
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

// Matches most timestamps, which are in UTC already and only have to be shortened. Shortening is 10 times as fast as
// `Date`. February 29 does not match, because only `Date` can tell whether the year has it.
const plainUtc =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3,}(?:Z|\+00:00)$/
const timestamp = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i

/** Reads a picture file's path. Returns `undefined` if it could lead out of its folder or to another server. */
export const readFile = (value: unknown): string | undefined =>
  typeof value === 'string' && (plainName.test(value) || isFilePath(value)) ? value : undefined

const plainName = /^\w[\w.-]*$/

const isFilePath = (path: string) =>
  path.isWellFormed() && !hasScheme.test(path) && path.split('/').every(isSegment)
const hasScheme = /^[a-z][a-z0-9+.-]*:/i
const isSegment = (segment: string) => /^(?![\s.]*$)[^\\\p{Cc}]+$/u.test(segment)
