import {
  type Buckets,
  openBuckets,
  type PackedBuckets,
  packBuckets,
  type Range,
} from './buckets.ts'
import { type Columns, createRowMatcher } from './columns.ts'
import {
  countNames,
  createNamesPacker,
  findName,
  nameAt,
  type PackedNames,
} from './packed-names.ts'
import { createUint32List, sharedUint32 } from './shared-arrays.ts'

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

/**
 * The distinct words of a file name, in lower case: what stands between `-`, `_` and blanks
 * (spec §4.2). Folders before the name do not count.
 */
export const toNameWords = (id: string): string[] => {
  const words = id
    .slice(id.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[-_\s]+/)
  return words.filter((word, at) => word !== '' && words.indexOf(word) === at)
}

/** Lists of row numbers kept for the next request: the least recently used go first. */
export interface RowCache {
  get(key: string, compute: () => Uint32Array): Uint32Array
}

/** @param maxRows how many row numbers may be kept in all */
export const createRowCache = (maxRows: number, maxLists = 256): RowCache => {
  const lists = new Map<string, Uint32Array>()
  let kept = 0
  const drop = (key: string) => {
    kept -= lists.get(key)?.length ?? 0
    lists.delete(key)
  }
  return {
    get: (key, compute) => {
      const list = lists.get(key) ?? compute()
      drop(key)
      lists.set(key, list)
      kept += list.length
      for (const oldest of lists.keys()) {
        if (kept <= maxRows && lists.size <= maxLists) break
        drop(oldest)
      }
      return list
    },
  }
}

/** Which rows carry a word: those of word `n` are `rows[starts[n]]` … `rows[starts[n + 1] - 1]`. */
export interface PackedWordRows {
  words: PackedNames
  starts: Uint32Array
  rows: Uint32Array
}

/** Ascending numbers of the rows that carry `word`. */
export const findWordRows = (
  { words, starts, rows }: PackedWordRows,
  word: string,
): Uint32Array => {
  const number = findName(words, word)
  return number === undefined ? none : rows.subarray(starts[number], starts[number + 1])
}

const none = new Uint32Array(0)

export interface WordRowsPacker {
  /** Rows come in ascending order. */
  add(word: string, row: number): void
  pack(): PackedWordRows
}

export const createWordRowsPacker = (): WordRowsPacker => {
  const names = createNamesPacker()
  const words = createUint32List()
  const rows = createUint32List()
  return {
    add: (word, row) => {
      words.push(names.numberOf(word))
      rows.push(row)
    },
    pack: () => ({ words: names.pack(), ...groupByWord(words.pack(), rows.pack(), names.count()) }),
  }
}

/** A counting sort: the rows of a word stay in their order. */
const groupByWord = (words: Uint32Array, rows: Uint32Array, wordCount: number) => {
  const starts = sharedUint32(wordCount + 1)
  for (const word of words) starts[word + 1]!++
  for (let word = 0; word < wordCount; word++) starts[word + 1]! += starts[word]!
  const next = starts.slice()
  const grouped = sharedUint32(rows.length)
  for (let at = 0; at < words.length; at++) grouped[next[words[at]!]!++] = rows[at]!
  return { starts, rows: grouped }
}
