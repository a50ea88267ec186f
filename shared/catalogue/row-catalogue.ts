import { toTags } from '../filters.ts'
import { toWord } from '../text.ts'
import { listLabels } from '../title.ts'
import type { AnsweredCatalogue } from './answers.ts'
import {
  type Column,
  countNames,
  createColumnPacker,
  createRowsPacker,
  findListed,
  listByAge,
  mostCommonTags,
  toAge,
  toPicture,
} from './rows.ts'
import { toNameWords } from './search-words.ts'
import { createSelectable } from './selectable.ts'
import { groupBySpelling } from './spellings.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface RowCatalogue extends Omit<AnsweredCatalogue, 'recordOf' | 'mainPathAt'> {
  listCategories(): readonly string[]
  labelOf(category: string): string | undefined
  listCommonTags(): readonly string[]
}

/** A catalogue of wallpapers in the order of the index. What few requests need is made for the first of them. */
export const createRowCatalogue = (wallpapers: readonly Wallpaper[]): RowCatalogue => {
  const packer = createRowsPacker()
  for (const wallpaper of wallpapers)
    packer.add(
      toPicture(wallpaper, {
        tags: toTags(wallpaper.tags),
        isFree: wallpaper.license?.isFree,
      }),
    )
  const rows = packer.pack()
  const { category: categories, tag: tags } = rows.named
  // biome-ignore lint/style/noNonNullAssertion: callers know the rows of a catalogue
  const at = (row: number) => wallpapers[row]!
  const rowsById = new Map(wallpapers.map(({ id }, row) => [id, row]))
  let words: Column<readonly string[]> | undefined
  let newest: Uint32Array | undefined
  let rowsBySpelling: ReadonlyMap<string, readonly number[]> | undefined
  let labels: ReadonlyMap<string, string> | undefined
  const selectable = createSelectable({
    rows,
    words: () => (words ??= packWords(wallpapers)),
    findName: findListed,
    spelled: {
      rowOfId: (id) => rowsById.get(id),
      listSpelled: (spelling) => {
        rowsBySpelling ??= groupBySpelling(wallpapers)
        return rowsBySpelling.get(spelling) ?? []
      },
      idAt: (row) => at(row).id,
      fileAt: (row) => at(row).mainFile,
    },
    at,
    groupAt: undefined,
    newestAt: (place) => {
      newest ??= listByAge(wallpapers.map(({ createdAt }) => toAge(createdAt)))
      // biome-ignore lint/style/noNonNullAssertion: every place from 0 to `size - 1` has a row
      return newest[place]!
    },
  })
  return {
    ...selectable,
    listCategories: () => countNames(categories.values, categories).map(({ name }) => name),
    labelOf: (category) => {
      labels ??= listLabels(wallpapers)
      return labels.get(toWord(category))
    },
    listCommonTags: () =>
      countNames(tags.values, tags)
        .slice(0, mostCommonTags)
        .map(({ name }) => name),
  }
}

const packWords = (wallpapers: readonly Wallpaper[]) => {
  const packer = createColumnPacker<string>()
  for (const [row, { id }] of wallpapers.entries()) packer.add(row, toNameWords(id))
  return packer.pack()
}
