import { type Buckets, createBuckets } from './buckets.ts'
import type { WallpaperFilter } from './catalogue.ts'
import { type Columns, toTypeNumber } from './columns.ts'
import { toNameWords } from './name-words.ts'
import type { Range } from './pool.ts'
import { createRowCache } from './row-cache.ts'
import type { Wallpaper } from './wallpaper.ts'
import { createWordIndexBuilder, type WordIndex } from './word-index.ts'

/**
 * Finds the rows whose file name carries a category (spec §4.2) that is not their category in the
 * index. Known categories have buckets of their own. Any other word is looked up in a word index,
 * and only the rows that carry it are looked at.
 */
export const createNamePools = (wallpapers: readonly Wallpaper[], columns: Columns): Buckets => {
  const { buckets, words } = readNames(wallpapers, columns)
  // Twice the catalogue holds the lists of any two words, however common they are.
  const cache = createRowCache(wallpapers.length * 2)
  const carrying = (word: string) => () =>
    words.candidates(word).filter((row) => toNameWords(wallpapers[row]!.id).includes(word))
  return {
    find: (filter) => {
      const { category: word, color, type } = filter
      if (word === undefined || columns.categoryNumbers.has(word)) return buckets.find(filter)
      const rows = cache.get(word, carrying(word))
      if (color === undefined && type === undefined) return toRanges(rows)
      const key = [word, color ?? '', type ?? ''].join('\n')
      return toRanges(cache.get(key, () => rows.filter(createMatcher(columns, filter))))
    },
  }
}

const toRanges = (rows: Uint32Array): Range[] =>
  rows.length === 0 ? [] : [{ rows, start: 0, size: rows.length }]

const createMatcher = (columns: Columns, { color, type }: WallpaperFilter) => {
  const colorNumber = color === undefined ? undefined : (columns.colorNumbers.get(color) ?? -1)
  const hasColor = (row: number) =>
    colorNumber === undefined ||
    columns.colors
      .subarray(columns.colorStarts[row], columns.colorStarts[row + 1])
      .includes(colorNumber)
  const hasType = (row: number) => type === undefined || columns.types[row] === toTypeNumber(type)
  return (row: number) => hasType(row) && hasColor(row)
}

interface Names {
  readonly buckets: Buckets
  readonly words: WordIndex
}

const readNames = (wallpapers: readonly Wallpaper[], columns: Columns): Names => {
  const words = createWordIndexBuilder(wallpapers.length)
  const rows: number[] = []
  const categories: number[] = []
  wallpapers.forEach(({ id }, row) => {
    for (const word of toNameWords(id)) {
      const category = columns.categoryNumbers.get(word)
      if (category === undefined) words.add(word, row)
      else if (category !== columns.categories[row]) {
        rows.push(row)
        categories.push(category)
      }
    }
  })
  const memberships = { rows: Uint32Array.from(rows), categories: Uint32Array.from(categories) }
  return { buckets: createBuckets(columns, memberships), words: words.build() }
}
