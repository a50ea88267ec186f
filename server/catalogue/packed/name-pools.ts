import { toNameWords } from '../name-words.ts'
import type { Range } from '../pool.ts'
import { type Buckets, openBuckets, type PackedBuckets, packBuckets } from './buckets.ts'
import type { Columns } from './columns.ts'
import { countNames, findName, nameAt, type PackedNames } from './packed-names.ts'
import { createRowCache } from './row-cache.ts'
import { createRowMatcher } from './row-matcher.ts'
import { createWordRowsPacker, findWordRows, type PackedWordRows } from './word-rows.ts'

/**
 * The rows whose file name carries a category (spec §4.2) that is not their category in the index.
 * Known categories have buckets of their own, any other word a list of the rows that carry it.
 */
export interface PackedNamePools {
  buckets: PackedBuckets
  words: PackedWordRows
}

export const openNamePools = ({ buckets, words }: PackedNamePools, columns: Columns): Buckets => {
  const known = openBuckets(buckets, columns)
  // Twice the catalogue holds the lists of any two words, however common they are.
  const cache = createRowCache(columns.types.length * 2)
  return {
    find: (filter) => {
      const { category: word, color, type } = filter
      if (word === undefined || findName(columns.categoryNames, word) !== undefined) {
        return known.find(filter)
      }
      const rows = findWordRows(words, word)
      if (color === undefined && type === undefined) return toRanges(rows)
      const key = [word, color ?? '', type ?? ''].join('\n')
      return toRanges(cache.get(key, () => rows.filter(createRowMatcher(columns, { color, type }))))
    },
  }
}

const toRanges = (rows: Uint32Array): Range[] =>
  rows.length === 0 ? [] : [{ rows, start: 0, size: rows.length }]

/** @param ids of the rows in their order */
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
