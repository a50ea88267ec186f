import { type Random, sampleDistinct } from '../../../shared/catalogue/draw.ts'
import { createPictureAt } from '../../../shared/catalogue/rows.ts'
import { createComparison, type WallpaperFilters } from '../../../shared/filters.ts'
import { type PackedRows, toIdNumber } from './packed-rows.ts'

/**
 * Selects random rows by the rules of the server. If too few rows match, adds rows whose type, size or luminance is
 * unknown, because they may match. Returns fewer than `count` rows if both are used up.
 */
export const selectRows = (
  rows: PackedRows,
  filters: WallpaperFilters,
  { count, exclude }: { count: number; exclude: readonly string[] },
  random: Random,
): number[] => {
  const excluded = new Set(exclude.map(toIdNumber))
  const typed = scanRows(rows, filters)
  const { matching, possible } =
    typed.possible.length > 0 ? typed : scanRows(rows, { ...filters, type: undefined })
  const draw = (among: readonly number[], most: number) => {
    const left = among.filter((row) => !excluded.has(rows.ids[row] ?? 0))
    return sampleDistinct(left.length, most, random).flatMap((at) => left[at] ?? [])
  }
  const found = draw(matching, count)
  if (found.length === count) return found
  const others = possible.filter((row) => !found.includes(row))
  return [...found, ...draw(others, count - found.length)]
}

export const findRow = ({ ids }: PackedRows, id: string): number | undefined => {
  const row = ids.indexOf(toIdNumber(id))
  return row === -1 ? undefined : row
}

/** Lists the rows that match, and those together with the rows that may match. */
const scanRows = (rows: PackedRows, { color, ...others }: WallpaperFilters) => {
  const matching: number[] = []
  const possible: number[] = []
  const pictureAt = createPictureAt(rows, { color })
  const hasColor = createComparison({ color })
  const compare = createComparison(others)
  for (let row = 0; row < rows.ids.length; row++) {
    const picture = pictureAt(row)
    const matches = compare(picture)
    // The colors of a downloaded picture are not measured, so a picture without a palette never has the color.
    if (matches === false || !hasColor(picture)) continue
    possible.push(row)
    if (matches) matching.push(row)
  }
  return { matching, possible }
}
