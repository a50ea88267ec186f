import type { Random } from '../../../shared/catalogue/draw.ts'
import { createPictureAt } from '../../../shared/catalogue/rows.ts'
import { drawRows, toPool } from '../../../shared/catalogue/select.ts'
import { createComparison, type WallpaperFilters } from '../../../shared/filters.ts'
import { type PackedRows, toIdNumber } from './packed-rows.ts'

/**
 * Selects random rows by the rules of the server. If too few rows match, adds rows whose type, size,
 * luminance or palette is unknown, because they may match. Returns fewer than `count` rows if both are used up.
 */
export const selectRows = (
  rows: PackedRows,
  filters: WallpaperFilters,
  { count, exclude }: { count: number; exclude: readonly string[] },
  random: Random,
): readonly number[] => {
  const keys = toKeys(rows, exclude)
  const drawFrom = (list: ListRows, wanted: number, without: readonly string[]) => {
    const matching = list(filters)
    const all = matching.length > 0 ? matching : list({ ...filters, type: undefined })
    return drawRows(byNumber, toPool(all), { count: wanted, exclude: without }, random)
  }
  const scan = createScan(rows)
  const found = drawFrom((asked) => toLikely(scan(asked)), count, keys)
  if (found.length === count) return found
  const others = [...keys, ...found.map(String)]
  return [...found, ...drawFrom((asked) => scan(asked).possible, count - found.length, others)]
}

type ListRows = (filters: WallpaperFilters) => readonly number[]

export const findRow = ({ ids }: PackedRows, id: string): number | undefined => {
  const row = ids.indexOf(toIdNumber(id))
  return row === -1 ? undefined : row
}

// The number of a row replaces its id, because drawing only compares ids.
const byNumber = { rowOf: Number, groupAt: undefined }

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
  const pictureAt = createPictureAt(rows, filters)
  const compare = createComparison(filters)
  for (let row = 0; row < rows.ids.length; row++) {
    const matches = compare(pictureAt(row))
    if (matches === false) continue
    possible.push(row)
    if (matches) matching.push(row)
  }
  return { matching, possible }
}
