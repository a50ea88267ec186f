import { type Criteria, createRowFinder, type RowsOptions, rowsOf } from './row-sets.ts'
import { type Pools, type SelectableCatalogue, toPool } from './select.ts'
import { findSpelled, type SpelledRows } from './spellings.ts'
import type { Wallpaper } from './wallpaper.ts'

interface SelectableOptions<Names> extends RowsOptions<Names> {
  spelled: SpelledRows
  at(row: number): Wallpaper
  groupAt: SelectableCatalogue['groupAt']
  newestAt: SelectableCatalogue['newestAt']
}

/** Selects among the rows of a catalogue, however it stores their names and texts. */
export const createSelectable = <Names>({
  spelled,
  at,
  groupAt,
  newestAt,
  ...options
}: SelectableOptions<Names>) => {
  const { rows, findName } = options
  const find = createRowFinder(options)
  const { tag: tags } = rows.named
  const rowOf = (text: string) => findSpelled(text, spelled)
  // Without a category, `isByName` changes nothing. Leaving it out lets both pools share one cached set.
  const poolsOf = (pool: (criteria: Criteria) => ReturnType<Pools['pool']>): Pools => ({
    pool: (filters) => pool(filters),
    poolByName: (filters) => pool(filters.category ? { ...filters, isByName: true } : filters),
  })
  return {
    ...poolsOf(find),
    poolOfAll: find,
    size: rows.size,
    idAt: spelled.idAt,
    at,
    rowOf,
    find: (text: string) => {
      const row = rowOf(text)
      return row === undefined ? undefined : at(row)
    },
    among: (ids: readonly string[]) => {
      const listed = [...new Set(ids.map(spelled.rowOfId))].filter((row) => row !== undefined)
      return poolsOf((criteria) => toPool(listed.filter(find(criteria).has)))
    },
    groupAt,
    listTagged: (tag: string): ArrayLike<number> => {
      const number = findName(tags.values, tag)
      return number === undefined ? [] : rowsOf(tags, number)
    },
    newestAt,
  } satisfies SelectableCatalogue & Record<string, unknown>
}
