import type { WallpaperFilter } from '../catalogue.ts'
import { type Columns, toTypeNumber } from './columns.ts'
import { findName, type PackedNames } from './packed-names.ts'

/** Whether a row has what a filter names, for lists of rows that have no buckets. */
export const createRowMatcher = (
  columns: Columns,
  { category, color, type }: WallpaperFilter,
): ((row: number) => boolean) => {
  const categoryNumber = numberOf(columns.categoryNames, category)
  const colorNumber = numberOf(columns.colorNames, color)
  const typeNumber = type === undefined ? undefined : toTypeNumber(type)
  const hasColor = (row: number) =>
    colorNumber === undefined ||
    columns.colors
      .subarray(columns.colorStarts[row], columns.colorStarts[row + 1])
      .includes(colorNumber)
  return (row) =>
    (categoryNumber === undefined || columns.categories[row] === categoryNumber) &&
    (typeNumber === undefined || columns.types[row] === typeNumber) &&
    hasColor(row)
}

const none = -1
const numberOf = (names: PackedNames, name: string | undefined) =>
  name === undefined ? undefined : (findName(names, name) ?? none)
