import { isHexColor, matchesFilters, type PoolFilters } from '../filter-rules.ts'
import { encodePath } from '../ids.ts'
import { toNameWords } from './search-words.ts'
import type { CatalogueByName, Pool } from './select.ts'
import { toDeviceType } from './shape-and-format.ts'
import { findSpelled, spellingsOf } from './spellings.ts'
import type { Wallpaper } from './wallpaper.ts'
import { toColorNames } from './wallpaper-detail.ts'

export interface RowCatalogue extends Omit<CatalogueByName, 'groupAt'> {
  groupAt: undefined
  at(row: number): Wallpaper
  mainPathAt(row: number): string
  find(id: string): Wallpaper | undefined
  listCategories(): readonly string[]
}

/**
 * A catalogue of wallpapers in the order of the index. Each filter is compared with every wallpaper, which takes a
 * millisecond for a few thousand.
 */
export const createRowCatalogue = (wallpapers: readonly Wallpaper[]): RowCatalogue => {
  const rows = wallpapers.map((_, row) => row)
  const rowsById = new Map(wallpapers.map(({ id }, row) => [id, row]))
  const filtered = wallpapers.map((wallpaper) => ({
    ...wallpaper,
    type: toDeviceType(wallpaper.orientation),
    colors: toColorNames(wallpaper),
  }))
  // biome-ignore lint/style/noNonNullAssertion: callers know the rows of a catalogue
  const at = (row: number) => wallpapers[row]!
  let rowsBySpelling: ReadonlyMap<string, readonly number[]> | undefined
  const spelled = {
    rowOfId: (id: string) => rowsById.get(id),
    listSpelled: (spelling: string) => {
      rowsBySpelling ??= groupBySpelling(wallpapers)
      return rowsBySpelling.get(spelling) ?? []
    },
    idAt: (row: number) => at(row).id,
    fileAt: (row: number) => at(row).mainFile,
  }
  const rowOf = (text: string) => findSpelled(text, spelled)
  const poolsOf = (among: readonly number[]) => {
    const pool = (filters: PoolFilters) =>
      // biome-ignore lint/style/noNonNullAssertion: there is an entry for every row
      toPool(among.filter((row) => matchesFilters(filtered[row]!, filters)))
    const poolByName: CatalogueByName['poolByName'] = ({ category, ...others }) => {
      const { has } = pool(others)
      const isNamed = (row: number) =>
        category === undefined || toCategories(at(row)).some((each) => category.includes(each))
      return toPool(among.filter((row) => has(row) && isNamed(row)))
    }
    return { pool, poolByName }
  }
  const newest = rows.toSorted((one, other) => {
    const [a = '', b = ''] = [at(one).createdAt, at(other).createdAt]
    return a === b ? one - other : a < b ? 1 : -1
  })
  return {
    ...poolsOf(rows),
    size: wallpapers.length,
    at,
    idAt: spelled.idAt,
    mainPathAt: (row) => encodePath(at(row).mainFile),
    rowOf,
    find: (text) => {
      const row = rowOf(text)
      return row === undefined ? undefined : at(row)
    },
    among: (ids) =>
      poolsOf([...new Set(ids.map(spelled.rowOfId))].filter((row) => row !== undefined)),
    groupAt: undefined,
    // biome-ignore lint/style/noNonNullAssertion: every place from 0 to `size - 1` has a row
    newestAt: (place) => newest[place]!,
    countUnmeasured: ({ tone, ratio, atleast, color, isByName: _, ...others }) => {
      const hasHex = color?.some(isHexColor) ?? false
      const known = { ...others, color: hasHex ? undefined : color }
      const { size, rowAt } = poolsOf(rows).pool(known)
      return rows
        .slice(0, size)
        .map((position) => at(rowAt(position)))
        .filter(
          ({ luminance, width, height, palette }) =>
            (tone && luminance === undefined) ||
            ((ratio || atleast) && !(width && height)) ||
            (hasHex && palette.length === 0),
        ).length
    },
    listCategories: () => listByCount(wallpapers.map(({ category }) => category)),
  }
}

// Each word of a file name counts as a category, too (spec §4.2).
const toCategories = ({ id, category }: Wallpaper) => [category, ...toNameWords(id)]

const groupBySpelling = (wallpapers: readonly Wallpaper[]) => {
  const rows = new Map<string, number[]>()
  for (const [row, { id, mainFile }] of wallpapers.entries())
    for (const spelling of spellingsOf(id, mainFile)) {
      const alike = rows.get(spelling)
      if (alike) alike.push(row)
      else rows.set(spelling, [row])
    }
  return rows
}

export const toPool = (rows: readonly number[]): Pool => {
  let known: ReadonlySet<number> | undefined
  return {
    size: rows.length,
    // biome-ignore lint/style/noNonNullAssertion: callers ask for positions below `size`
    rowAt: (position) => rows[position]!,
    has: (row) => {
      known ??= new Set(rows)
      return known.has(row)
    },
  }
}

const listByCount = (names: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  counts.delete('')
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
    .map(([name]) => name)
}
