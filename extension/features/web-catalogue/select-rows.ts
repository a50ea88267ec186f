import type { Random } from '../../../shared/catalogue/draw.ts'
import { toPool } from '../../../shared/catalogue/row-catalogue.ts'
import {
  NoWallpapersError,
  type SelectableCatalogue,
  selectWallpapers,
} from '../../../shared/catalogue/select.ts'
import { type FilteredPicture, isHexColor, matchesFilters } from '../../../shared/filter-rules.ts'
import type { WallpaperFilters } from '../../../shared/wallpaper-filters.ts'
import { deviceTypes, type PackedRows, toIdNumber } from './packed-rows.ts'

/**
 * Selects random rows by the rules of the server. If too few rows match, adds rows whose type, size or luminance is
 * unknown, because they may match. Returns fewer than `count` rows if both are used up.
 */
export const selectRows = (
  rows: PackedRows,
  filters: WallpaperFilters,
  { count, exclude }: { count: number; exclude: readonly string[] },
  random: Random,
): readonly number[] => {
  const scan = createScan(rows)
  const likely = toSelectable(rows, (asked) => toLikely(scan(asked)))
  const possible = toSelectable(rows, (asked) => scan(asked).possible)
  const keys = toKeys(rows, exclude)
  const found = select(likely, { ...filters, count, exclude: keys }, random)
  const others = { count: count - found.length, exclude: [...keys, ...found.map(likely.idAt)] }
  return others.count > 0
    ? [...found, ...select(possible, { ...filters, ...others }, random)]
    : found
}

export const findRow = ({ ids }: PackedRows, id: string): number | undefined => {
  const row = ids.indexOf(toIdNumber(id))
  return row === -1 ? undefined : row
}

const select = (...request: Parameters<typeof selectWallpapers>): readonly number[] => {
  try {
    return selectWallpapers(...request).rows
  } catch (error) {
    if (error instanceof NoWallpapersError) return []
    throw error
  }
}

// The number of a row replaces its id, because selection only compares ids.
const toKeys = (rows: PackedRows, ids: readonly string[]): string[] => {
  const wanted = new Set(ids.map(toIdNumber))
  const keys: string[] = []
  for (const [row, id] of rows.ids.entries()) if (wanted.has(id)) keys.push(String(row))
  return keys
}

interface Scan {
  matching: readonly number[]
  /** The matching rows, and those that may match. */
  possible: readonly number[]
}

const toLikely = ({ matching, possible }: Scan) => (matching.length > 0 ? matching : possible)

// Caches the matching rows of each combination of filters, because finding them takes 10 to 40 ms for 100,000 rows.
const createScan = (rows: PackedRows) => {
  const known = new Map<string, Scan>()
  return (filters: WallpaperFilters): Scan => {
    const key = JSON.stringify(filters)
    const scan = known.get(key) ?? scanRows(rows, filters)
    known.set(key, scan)
    return scan
  }
}

const scanRows = (rows: PackedRows, filters: WallpaperFilters): Scan => {
  const matching: number[] = []
  const possible: number[] = []
  const toPicture = createToPicture(rows, filters)
  for (let row = 0; row < rows.ids.length; row++) {
    const picture = toPicture(row)
    const matches = matchesFilters(picture, filters)
    if (matches) matching.push(row)
    if (matches || mayMatch(picture, filters)) possible.push(row)
  }
  return { matching, possible }
}

// Compares a picture again without the filters for values that it does not have, such as `tone` without a luminance.
const mayMatch = (picture: FilteredPicture, filters: WallpaperFilters) => {
  const { type, tone, ratio, atleast } = filters
  const hasSize = Boolean(picture.width)
  if (hasSize && picture.type !== null && picture.luminance !== null) return false
  return matchesFilters(picture, {
    ...filters,
    type: picture.type === null ? undefined : type,
    tone: picture.luminance === null ? undefined : tone,
    ratio: hasSize ? ratio : undefined,
    atleast: hasSize ? atleast : undefined,
  })
}

// Gives a picture only the colors that the filter names. Arrays of all colors would take most of the scan's time.
const createToPicture = (rows: PackedRows, { color = [] }: WallpaperFilters) => {
  const { colorNames, categoryNames } = rows
  const wanted = new Set(colorNames.flatMap((name, at) => (color.includes(name) ? [at] : [])))
  const hasHex = color.some(isHexColor)
  return (row: number): FilteredPicture => {
    const luminance = rows.luminances[row] ?? Number.NaN
    const found =
      wanted.size === 0 ? none : partOf(rows.colors, rows.colorEnds, row, (at) => wanted.has(at))
    return {
      type: deviceTypes[rows.types[row] ?? 0],
      category: categoryNames[rows.categories[row] ?? 0] ?? '',
      colors: found.map((at) => colorNames[at] ?? ''),
      palette: hasHex ? partOf(rows.palettes, rows.paletteEnds, row, () => true).map(toHex) : none,
      width: rows.widths[row],
      height: rows.heights[row],
      luminance: Number.isNaN(luminance) ? null : luminance,
    }
  }
}

const none: readonly never[] = []

const partOf = (
  values: Uint32Array,
  ends: Uint32Array,
  row: number,
  isWanted: (value: number) => boolean,
): number[] => {
  const found: number[] = []
  const end = ends[row] ?? 0
  for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < end; at++) {
    const value = values[at] ?? 0
    if (isWanted(value)) found.push(value)
  }
  return found
}

const toHex = (color: number) => `#${color.toString(16).padStart(6, '0')}`

type ListRows = (filters: WallpaperFilters) => readonly number[]

const toSelectable = (rows: PackedRows, list: ListRows): SelectableCatalogue => {
  let newest: readonly number[] | undefined
  return {
    size: rows.ids.length,
    idAt: String,
    rowOf: Number,
    pool: (filters) => toPool(list(filters)),
    among: (keys) => {
      const chosen = new Set(keys)
      const isChosen = (row: number) => chosen.has(String(row))
      return { pool: (filters) => toPool(list(filters).filter(isChosen)) }
    },
    groupAt: undefined,
    newestAt: (place) => {
      newest ??= listNewest(rows)
      return newest[place] ?? 0
    },
    // Used only in the message of `NoWallpapersError`, which `select` discards.
    countUnmeasured: () => 0,
  }
}

const listNewest = ({ created }: PackedRows) =>
  [...created.keys()].sort((one, other) => (created[other] || 0) - (created[one] || 0))
