/* biome-ignore-all lint/style/noNonNullAssertion: row, color and category numbers come from the columns, which size all arrays here */
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { type Columns, toTypeNumber, typeCount } from './columns.ts'
import { countNames, findName, type PackedNames } from './packed-names.ts'
import {
  lowerBound,
  sharedUint32,
  sortByGroup,
  toSharedFloat64,
  toSharedUint32,
} from './shared-arrays.ts'

/** Filters with one value each. The buckets list the rows of every such combination. */
export interface PlainFilter {
  category?: string | undefined
  color?: string | undefined
  type?: DeviceType | undefined
}

export interface Buckets {
  find(filter: PlainFilter): Range[]
}

interface Memberships {
  rows: ArrayLike<number>
  categories: ArrayLike<number>
}

/**
 * Row numbers sorted for filtering: one list of all rows, and one list per color. Each list is sorted by device
 * type, then by category, so that any filter selects one range per device type. A row takes 4 bytes, and 4 more for
 * each of its colors.
 */
export interface PackedBuckets {
  rows: Uint32Array
  /**
   * The keys of all ranges that are not empty, in ascending order. The range with key `keys[n]` starts at
   * `starts[n]` and has `sizes[n]` rows.
   */
  keys: Float64Array
  starts: Uint32Array
  sizes: Uint32Array
}

export const openBuckets = (packed: PackedBuckets, columns: Columns): Buckets => ({
  find: ({ category, color, type }) => {
    const list = numberOf(columns.colorNames, color)
    const group = numberOf(columns.categoryNames, category)
    if (list === undefined || group === undefined) return []
    const types = type === undefined ? allTypes : [toTypeNumber(type)]
    return types
      .map((each) => findRange(packed, rangeKey(columns, list, each, group)))
      .filter((range) => range !== undefined)
  },
})

// The number 0 in a range's key stands for "all colors" or "all categories". A named color or category has its
// number plus 1.
const any = 0
const numberOf = (names: PackedNames, name: string | undefined) => {
  if (name === undefined) return any
  const number = findName(names, name)
  return number === undefined ? undefined : number + 1
}

const allTypes = Array.from({ length: typeCount }, (_, type) => type)

const rangeKey = ({ categoryNames }: Columns, list: number, type: number, group: number) =>
  (list * typeCount + type) * (countNames(categoryNames) + 1) + group

const findRange = ({ rows, keys, starts, sizes }: PackedBuckets, key: number) => {
  const at = lowerBound(keys, key)
  return keys[at] === key ? { rows, start: starts[at]!, size: sizes[at]! } : undefined
}

export const packBuckets = (columns: Columns, memberships: Memberships): PackedBuckets => {
  const { rows, next } = createLists(columns, memberships)
  const ranges: (Omit<Range, 'rows'> & { key: number })[] = []
  const open: typeof ranges = []
  const grow = (slot: number, key: number, start: number) => {
    const range = open[slot]
    if (range?.key === key) {
      range.size++
      return
    }
    const opened = { key, start, size: 1 }
    open[slot] = opened
    ranges.push(opened)
  }
  for (const member of sortMembers(columns, memberships)) {
    const row = memberships.rows[member]!
    const type = columns.types[row]!
    forEachList(columns, row, (list) => {
      const position = next[list]!++
      rows[position] = row
      grow(list * 2, rangeKey(columns, list, type, any), position)
      const group = memberships.categories[member]! + 1
      grow(list * 2 + 1, rangeKey(columns, list, type, group), position)
    })
  }
  const sorted = ranges.sort((one, other) => one.key - other.key)
  return {
    rows,
    keys: toSharedFloat64(sorted.map(({ key }) => key)),
    starts: toSharedUint32(sorted.map(({ start }) => start)),
    sizes: toSharedUint32(sorted.map(({ size }) => size)),
  }
}

const createLists = (columns: Columns, memberships: Memberships) => {
  const ends = new Uint32Array(countNames(columns.colorNames) + 2)
  for (let member = 0; member < memberships.rows.length; member++)
    forEachList(columns, memberships.rows[member]!, (list) => ends[list + 1]!++)
  for (let list = 1; list < ends.length; list++) ends[list]! += ends[list - 1]!
  return { rows: sharedUint32(ends.at(-1)!), next: ends }
}

const forEachList = (columns: Columns, row: number, visit: (list: number) => void) => {
  visit(any)
  const end = columns.colorStarts[row + 1]!
  for (let at = columns.colorStarts[row]!; at < end; at++) visit(columns.colors[at]! + 1)
}

const sortMembers = (columns: Columns, { rows, categories }: Memberships): Uint32Array => {
  const groupCount = countNames(columns.categoryNames)
  const groupOf = (member: number) =>
    columns.types[rows[member]!]! * groupCount + categories[member]!
  return sortByGroup(rows.length, typeCount * groupCount, groupOf).order
}

export interface Range {
  rows: Uint32Array
  start: number
  size: number
}
