/* biome-ignore-all lint/style/noNonNullAssertion: row, color and category numbers come from the columns, which size all arrays here */
import { rowTypes } from '../../../shared/catalogue/rows.ts'
import { toNameWords } from '../../../shared/catalogue/search-words.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { type Columns, typeCount } from './columns.ts'
import {
  countNames,
  createNamesPacker,
  findName,
  nameAt,
  type PackedNames,
} from './packed-names.ts'
import { findBetween, findGroup, type Range, type RowGroups } from './row-groups.ts'
import {
  createUint32List,
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

/**
 * Rows grouped for filtering: one list of all rows, and one list per color. Each list is sorted by device type, then by
 * category, so that any filter selects one range per device type. A row takes 4 bytes, and 4 more for each of its colors.
 */
export type PackedBuckets = RowGroups

export interface Buckets {
  find(filter: PlainFilter): Range[]
}

interface Memberships {
  rows: ArrayLike<number>
  categories: ArrayLike<number>
}

// The list of all rows has the number 0, and the list of a color has the number of the color plus 1.
const listOfAll = 0

const listOf = ({ colorNames }: Columns, color: string) => {
  const number = findName(colorNames, color)
  return number === undefined ? undefined : number + 1
}

const keyOf = ({ categoryNames }: Columns, list: number, type: number, category: number) =>
  (list * typeCount + type) * countNames(categoryNames) + category

export const openBuckets = (packed: PackedBuckets, columns: Columns): Buckets => ({
  find: ({ category, color, type }) => {
    const list = color === undefined ? listOfAll : listOf(columns, color)
    if (list === undefined) return []
    const first = type === undefined ? 0 : rowTypes.indexOf(type)
    const end = type === undefined ? typeCount : first + 1
    if (category === undefined)
      return [findBetween(packed, keyOf(columns, list, first, 0), keyOf(columns, list, end, 0))]
    const number = findName(columns.categoryNames, category)
    if (number === undefined) return []
    const ranges: Range[] = []
    for (let each = first; each < end; each++) {
      const range = findGroup(packed, keyOf(columns, list, each, number))
      if (range !== undefined) ranges.push(range)
    }
    return ranges
  },
})

export const packBuckets = (columns: Columns, memberships: Memberships): PackedBuckets => {
  const { rows, next } = createLists(columns, memberships)
  const groups: { key: number; start: number }[] = []
  const lastKeys: number[] = []
  for (const member of sortMembers(columns, memberships)) {
    const row = memberships.rows[member]!
    forEachList(columns, row, (list) => {
      const position = next[list]!++
      rows[position] = row
      const key = keyOf(columns, list, columns.types[row]!, memberships.categories[member]!)
      if (lastKeys[list] !== key) groups.push({ key, start: position })
      lastKeys[list] = key
    })
  }
  const sorted = groups.sort((one, other) => one.key - other.key)
  return {
    rows,
    keys: toSharedFloat64(sorted.map(({ key }) => key)),
    starts: toSharedUint32([...sorted.map(({ start }) => start), rows.length]),
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
  visit(listOfAll)
  const end = columns.colorStarts[row + 1]!
  for (let at = columns.colorStarts[row]!; at < end; at++) visit(columns.colors[at]! + 1)
}

const sortMembers = (columns: Columns, { rows, categories }: Memberships): Uint32Array => {
  const groupCount = countNames(columns.categoryNames)
  const groupOf = (member: number) =>
    columns.types[rows[member]!]! * groupCount + categories[member]!
  return sortByGroup(rows.length, typeCount * groupCount, groupOf).order
}

/**
 * Finds rows by a word of their file name, which counts as a category (spec §4.2). `buckets` covers the words that
 * are also categories in the index, and lists only rows of other categories. `words` covers all other words.
 */
export interface PackedNamePools {
  buckets: PackedBuckets
  words: PackedWordRows
}

export interface NamePools {
  /**
   * Finds the rows that have the category in their file name, but not in the index. Returns `undefined` for a
   * word that is not a category of the index together with other filters, because no list was made for that.
   */
  find(filter: PlainFilter & { category: string }): Range[] | undefined
}

export const openNamePools = ({ buckets, words }: PackedNamePools, columns: Columns): NamePools => {
  const known = openBuckets(buckets, columns)
  return {
    find: (filter) => {
      const { category, color, type } = filter
      if (findName(columns.categoryNames, category) !== undefined) return known.find(filter)
      const isOnly = color === undefined && type === undefined
      return isOnly ? toRanges(findWordRows(words, category)) : undefined
    },
  }
}

const toRanges = (rows: Uint32Array): Range[] =>
  rows.length === 0 ? [] : [{ rows, start: 0, size: rows.length }]

export const packNamePools = (ids: PackedNames, columns: Columns): PackedNamePools => {
  const words = createWordRowsPacker()
  const rows: number[] = []
  const categories: number[] = []
  for (let row = 0; row < countNames(ids); row++) {
    for (const word of toNameWords(nameAt(ids, row))) {
      const category = findName(columns.categoryNames, word)
      if (category === undefined) words.add(word, row)
      else if (category !== columns.categories[row]) {
        rows.push(row)
        categories.push(category)
      }
    }
  }
  return { buckets: packBuckets(columns, { rows, categories }), words: words.pack() }
}

/**
 * The rows whose file name contains word `n` are `rows[starts[n]]` … `rows[starts[n + 1] - 1]`, in ascending order.
 */
interface PackedWordRows {
  words: PackedNames
  starts: Uint32Array
  rows: Uint32Array
}

const findWordRows = ({ words, starts, rows }: PackedWordRows, word: string): Uint32Array => {
  const number = findName(words, word)
  return number === undefined ? none : rows.subarray(starts[number], starts[number + 1])
}

const none = new Uint32Array(0)

const createWordRowsPacker = () => {
  const names = createNamesPacker()
  const words = createUint32List()
  const rows = createUint32List()
  return {
    add: (word: string, row: number) => {
      words.push(names.numberOf(word))
      rows.push(row)
    },
    pack: (): PackedWordRows => {
      const packedNames = names.pack()
      const { starts, order } = sortByGroup(words.length(), countNames(packedNames), words.at)
      return {
        words: packedNames,
        starts: toSharedUint32(starts),
        rows: toSharedUint32(order.map((at) => rows.at(at))),
      }
    },
  }
}
