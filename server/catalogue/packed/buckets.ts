import { rowTypes } from '../../../shared/catalogue/rows.ts'
import { toNameWords } from '../../../shared/catalogue/search-words.ts'
import { isHexColor } from '../../../shared/filter-rules.ts'
import { filterNames, isUnwanted, type PoolFilters } from '../../../shared/filters.ts'
import {
  countNames,
  createNamesPacker,
  findName,
  nameAt,
  type PackedNames,
} from './packed-names.ts'
import {
  createGroupsPacker,
  findBetween,
  type Range,
  type RowGroups,
  toRange,
} from './row-groups.ts'
import { createUint32List, sortByGroup, toSharedUint32 } from './shared-arrays.ts'

export interface Columns {
  /** The device type of each row: 0 is desktop, 1 is mobile, 2 is neither. */
  types: Uint8Array
  categoryNames: PackedNames
  categories: Uint32Array
  colorNames: PackedNames
  /** The distinct colors of row `r` are `colors[colorStarts[r]]` … `colors[colorStarts[r + 1] - 1]`. */
  colors: Uint32Array
  colorStarts: Uint32Array
}

// Squares and unknown shapes are one type.
export const typeCount = 3

/**
 * Rows grouped for filtering: one list of all rows, and one list per color. Each list is sorted by device type, then by
 * category, so that any filter selects one range per device type. A row takes 4 bytes, and 4 more for each of its colors.
 */
export type PackedBuckets = RowGroups

// The list of all rows has the number 0, and the list of a color has the number of the color plus 1.
const listOfAll = 0

const createKeyOf = ({ categoryNames }: Columns) => {
  const count = countNames(categoryNames)
  return (list: number, type: number, category: number) =>
    (list * typeCount + type) * count + category
}

const unlisted = filterNames.filter((name) => !['category', 'color', 'type'].includes(name))

const isListed = (filters: PoolFilters): boolean => {
  const { category, color, boxShape } = filters
  return (
    boxShape === undefined &&
    isOneAtMost(category) &&
    isOneAtMost(color) &&
    !isHexColor(color?.[0] ?? '') &&
    unlisted.every((name) => filters[name] === undefined)
  )
}

const isOneAtMost = (values: readonly string[] = []) =>
  values.length < 2 && !values.some(isUnwanted)

/**
 * Returns the rows that match, by device type, then by category, then in the order of the index. Returns `undefined`
 * for filters without a list: several or unwanted values, hex colors and all others than category, color and type.
 */
export const findInBuckets = (
  buckets: PackedBuckets,
  columns: Columns,
  filters: PoolFilters,
): Range[] | undefined => {
  return isListed(filters) ? findBucket(buckets, columns, toBucket(filters)) : undefined
}

/** One value of each filter that has lists of rows. */
export interface Bucket {
  category?: string | undefined
  color?: string | undefined
  type?: PoolFilters['type']
}

export const toBucket = ({ category, color, type }: PoolFilters): Bucket => ({
  category: category?.[0],
  color: color?.[0],
  type,
})

export const findBucket = (
  buckets: PackedBuckets,
  columns: Columns,
  { category, color, type: wantedType }: Bucket,
): Range[] => {
  const list = color === undefined ? listOfAll : findName(columns.colorNames, color)
  if (list === undefined) return []
  const keyOf = createKeyOf(columns)
  const keyAt = (type: number, category: number) =>
    keyOf(color === undefined ? list : list + 1, type, category)
  const first = wantedType === undefined ? 0 : rowTypes.indexOf(wantedType)
  const end = wantedType === undefined ? typeCount : first + 1
  if (category === undefined) return [findBetween(buckets, keyAt(first, 0), keyAt(end, 0))]
  const number = findName(columns.categoryNames, category)
  if (number === undefined) return []
  const ranges: Range[] = []
  for (let type = first; type < end; type++)
    ranges.push(findBetween(buckets, keyAt(type, number), keyAt(type, number + 1)))
  return ranges
}

export const createBucketsPacker = (columns: Columns) => {
  const keyOf = createKeyOf(columns)
  const groups = createGroupsPacker()
  return {
    add: (row: number, category: number) => {
      const type = columns.types[row] ?? 0
      groups.add(keyOf(listOfAll, type, category), row)
      const start = columns.colorStarts[row] ?? 0
      const end = columns.colorStarts[row + 1] ?? 0
      for (const color of columns.colors.subarray(start, end))
        groups.add(keyOf(color + 1, type, category), row)
    },
    pack: (): PackedBuckets => groups.pack(),
  }
}

/**
 * Finds rows by a word of their file name, which counts as a category (spec §4.2). `buckets` covers the words that
 * are also categories in the index, and lists only rows of other categories. The rows with another word `n` are
 * `rows[starts[n]]` … `rows[starts[n + 1] - 1]`.
 */
export interface PackedNamePools {
  buckets: PackedBuckets
  words: PackedNames
  starts: Uint32Array
  rows: Uint32Array
}

/**
 * Returns the rows that have the one category in their file name, but not in the index. Returns `undefined` for a word
 * that is not a category of the index together with other filters, because no list was made for that.
 */
export const findByName = (
  { buckets, words, ...groups }: PackedNamePools,
  columns: Columns,
  bucket: Bucket,
): Range[] | undefined => {
  const { category = '', color, type } = bucket
  if (findName(columns.categoryNames, category) !== undefined)
    return findBucket(buckets, columns, bucket)
  if (color !== undefined || type !== undefined) return undefined
  const word = findName(words, category)
  if (word === undefined) return []
  return [toRange(groups, word)]
}

export const packNamePools = (ids: PackedNames, columns: Columns): PackedNamePools => {
  const buckets = createBucketsPacker(columns)
  const names = createNamesPacker()
  const numbers = createUint32List()
  const rows = createUint32List()
  for (let row = 0; row < countNames(ids); row++) {
    for (const word of toNameWords(nameAt(ids, row))) {
      const category = findName(columns.categoryNames, word)
      if (category === undefined) {
        numbers.push(names.numberOf(word))
        rows.push(row)
      } else if (category !== columns.categories[row]) buckets.add(row, category)
    }
  }
  const words = names.pack()
  const { starts, order } = sortByGroup(numbers.length(), countNames(words), numbers.at)
  return {
    buckets: buckets.pack(),
    words,
    starts: toSharedUint32(starts),
    rows: toSharedUint32(order.map((at) => rows.at(at))),
  }
}
