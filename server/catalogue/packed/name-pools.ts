import { toNameWords } from '../../../shared/catalogue/search-words.ts'
import {
  openBuckets,
  type PackedBuckets,
  type PlainFilter,
  packBuckets,
  type Range,
} from './buckets.ts'
import type { Columns } from './columns.ts'
import {
  countNames,
  createNamesPacker,
  findName,
  nameAt,
  type PackedNames,
} from './packed-names.ts'
import { createUint32List, sortByGroup, toSharedUint32 } from './shared-arrays.ts'

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
