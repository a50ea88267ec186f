import {
  createComparison,
  hasWanted,
  listWanted,
  type PoolFilters,
  splitByNeed,
  toTags,
} from '../filters.ts'
import { encodePath } from '../ids.ts'
import { toWord } from '../text.ts'
import { listLabels } from '../title.ts'
import type { AnsweredCatalogue } from './answers.ts'
import {
  countNames,
  createNames,
  createPictureAt,
  createRowsPacker,
  listByAge,
  mostCommonTags,
} from './rows.ts'
import { toNameWords } from './search-words.ts'
import { type Pools, toPool } from './select.ts'
import { findSpelled, groupBySpelling, groupPositions } from './spellings.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface RowCatalogue extends Omit<AnsweredCatalogue, 'recordOf'> {
  listCategories(): readonly string[]
  labelOf(category: string): string | undefined
  listCommonTags(): readonly string[]
}

/**
 * A catalogue of wallpapers in the order of the index. Each filter is compared with every row, which takes a millisecond
 * for a few thousand.
 */
export const createRowCatalogue = (wallpapers: readonly Wallpaper[]): RowCatalogue => {
  const packer = createRowsPacker()
  wallpapers.forEach(packer.add)
  const rows = packer.pack()
  const all = [...wallpapers.keys()]
  const tags = wallpapers.map((wallpaper) => toTags(wallpaper.tags))
  const pictures = (filters: PoolFilters) =>
    createPictureAt(rows, filters, (row) => ({ tags: tags[row], isFree: at(row).license?.isFree }))
  const filter = (
    among: readonly number[],
    filters: PoolFilters,
    pictureAt = pictures(filters),
  ) => {
    const compare = createComparison(filters)
    return among.filter((row) => compare(pictureAt(row)))
  }
  const newest = listByAge(rows)
  let rowsByTag: ReadonlyMap<string, readonly number[]> | undefined
  const rowsById = new Map(wallpapers.map(({ id }, row) => [id, row]))
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
  let labels: ReadonlyMap<string, string> | undefined
  const rowOf = (text: string) => findSpelled(text, spelled)
  const poolsOf = (among: readonly number[]): Pools => ({
    pool: (filters) => toPool(filter(among, filters)),
    poolByName: (filters) => {
      const pictureAt = pictures(filters)
      const named = (row: number) => ({ ...pictureAt(row), categories: toCategories(at(row)) })
      return toPool(filter(among, filters, named))
    },
  })
  return {
    ...poolsOf(all),
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
    listTagged: (tag) => {
      rowsByTag ??= groupPositions(tags)
      return rowsByTag.get(tag) ?? []
    },
    // biome-ignore lint/style/noNonNullAssertion: every place from 0 to `size - 1` has a row
    newestAt: (place) => newest[place]!,
    countUnmeasured: (filters) => {
      const { needed, others } = splitByNeed(filters)
      const wanted = listWanted(needed)
      const pictureAt = pictures(needed)
      return filter(all, others).filter((row) => {
        const picture = pictureAt(row)
        return wanted.some((value) => hasWanted(picture, value) === undefined)
      }).length
    },
    listCategories: () => countNames(rows.categoryNames, rows.categories).map(({ name }) => name),
    labelOf: (category) => {
      labels ??= listLabels(wallpapers)
      return labels.get(toWord(category))
    },
    listCommonTags: () => {
      const names = createNames()
      const numbers = Uint32Array.from(tags.flat(), names.numberOf)
      return countNames(names.list(), numbers)
        .slice(0, mostCommonTags)
        .map(({ name }) => name)
    },
  }
}

// Each word of a file name counts as a category, too (spec §4.2).
const toCategories = ({ id, category }: Wallpaper) => [category, ...toNameWords(id)]
