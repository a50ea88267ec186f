import type { Pools, WallpaperFilter } from '../catalogue.ts'
import { toNameWords } from '../name-words.ts'
import { createPool } from '../pool.ts'
import type { PackedCatalogue } from './pack-catalogue.ts'
import { findName, nameAt } from './packed-names.ts'
import { createRowMatcher } from './row-matcher.ts'

/** The pools of a short list of wallpapers, which is walked: ids of no row are left out. */
export const createPoolsAmong = (
  { ids, columns }: Pick<PackedCatalogue, 'ids' | 'columns'>,
  wanted: readonly string[],
): Pools => {
  const found = new Set(wanted.map((id) => findName(ids, id)))
  const rows = Uint32Array.from([...found].filter((row) => row !== undefined))
  const poolOf = (matches: (row: number) => boolean) => {
    const matching = rows.filter(matches)
    return createPool([{ rows: matching, start: 0, size: matching.length }])
  }
  return {
    pool: (filter) => poolOf(createRowMatcher(columns, filter)),
    poolByName: ({ category, ...filter }: WallpaperFilter) => {
      const isOfCategory = createRowMatcher(columns, { category })
      const matchesRest = createRowMatcher(columns, filter)
      const hasWord = (row: number) =>
        category !== undefined && toNameWords(nameAt(ids, row)).includes(category)
      return poolOf((row) => matchesRest(row) && (isOfCategory(row) || hasWord(row)))
    },
  }
}
