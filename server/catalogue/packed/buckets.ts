import { rowTypes } from '../../../shared/catalogue/rows.ts'
import { toNameWords } from '../../../shared/catalogue/search-words.ts'
import { isHexColor } from '../../../shared/filter-rules.ts'
import { filterNames, isUnwanted, type PoolFilters } from '../../../shared/filters.ts'
import { toWord } from '../../../shared/text.ts'
import { countNames, findName, nameAt, type PackedNames } from './packed-names.ts'
import {
  createGroupsPacker,
  createNamedRowsPacker,
  findBetween,
  findNamed,
  type NamedRows,
  type Range,
  type RowGroups,
} from './row-groups.ts'
import { partAt } from './shared-arrays.ts'

/** With `isByName`, the words of a file name also count as categories of its row (spec §4.2). */
export interface Criteria extends PoolFilters {
  isByName?: boolean
}

export interface Columns {
  /** The device type of each row: 0 is desktop, 1 is mobile, 2 is neither. */
  types: Uint8Array
  categoryNames: PackedNames
  categories: Uint32Array
  colorNames: PackedNames
  /** For each row, where its distinct colors end in `colors`. A color is a position in `colorNames`. */
  colorEnds: Uint32Array
  colors: Uint32Array
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
  const { category, color, preference } = filters
  return (
    preference === undefined &&
    isOneAtMost(category) &&
    isOneAtMost(color) &&
    !isHexColor(color?.[0] ?? '') &&
    unlisted.every((name) => filters[name] === undefined)
  )
}

const isOneAtMost = (values: readonly string[] = []) =>
  values.length < 2 && !values.some(isUnwanted)

interface Lists {
  buckets: PackedBuckets
  namePools: PackedNamePools
  columns: Columns
}

/**
 * Returns the matching rows, sorted by device type, then by category, then in the order of the index. Rows that match
 * only by their file name follow. Returns `undefined` if no list answers the filters. Lists exist only for one wanted
 * category, one wanted color by name, and the type.
 */
export const findListed = (
  { buckets, namePools, columns }: Lists,
  criteria: Criteria,
): Range[] | undefined => {
  if (!isListed(criteria)) return undefined
  const { category, color, type, isByName } = criteria
  const bucket = { category: category?.[0], color: color?.[0], type }
  const ranges = findBucket(buckets, columns, bucket)
  if (!isByName || category === undefined) return ranges
  const byName = findByName(namePools, columns, bucket)
  return byName && [...ranges, ...byName]
}

/** One value of each filter that has lists of rows. */
interface Bucket {
  category?: string | undefined
  color?: string | undefined
  type?: PoolFilters['type']
}

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
  const numbers = [...new Set([category, toWord(category)])].map((name) =>
    findName(columns.categoryNames, name),
  )
  const ranges: Range[] = []
  for (let type = first; type < end; type++)
    for (const number of numbers)
      if (number !== undefined)
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
      for (const color of partAt(columns.colors, columns.colorEnds, row))
        groups.add(keyOf(color + 1, type, category), row)
    },
    pack: groups.pack,
  }
}

/**
 * Finds rows by a word of their file name, which counts as a category (spec §4.2). `buckets` covers the words that
 * are also categories in the index, and lists only rows of other categories.
 */
export interface PackedNamePools {
  buckets: PackedBuckets
  words: NamedRows
}

/**
 * Returns the rows that have the one category in their file name, but not in the index. Returns `undefined` for a word
 * that is not a category of the index together with other filters, because no list was made for that.
 */
export const findByName = (
  { buckets, words }: PackedNamePools,
  columns: Columns,
  bucket: Bucket,
): Range[] | undefined => {
  const { category = '', color, type } = bucket
  if (findName(columns.categoryNames, category) !== undefined)
    return findBucket(buckets, columns, bucket)
  return color === undefined && type === undefined ? findNamed(words, category) : undefined
}

interface NamedIds {
  ids: PackedNames
  columns: Columns
}

export const packNamePools = ({ ids, columns }: NamedIds): PackedNamePools => {
  const buckets = createBucketsPacker(columns)
  const words = createNamedRowsPacker()
  for (let row = 0; row < countNames(ids); row++) {
    for (const word of toNameWords(nameAt(ids, row))) {
      const category = findName(columns.categoryNames, word)
      if (category === undefined) words.add(words.numberOf(word), row)
      else if (category !== columns.categories[row]) buckets.add(row, category)
    }
  }
  return { buckets: buckets.pack(), words: words.pack() }
}
