import { parseCreditedRow } from '../../../shared/catalogue/credits.ts'
import { createSelectable } from '../../../shared/catalogue/selectable.ts'
import { createGoneFinder } from '../../../shared/catalogue/spellings.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { resolutions } from '../../../shared/filter-values.ts'
import { decodePart } from '../../../shared/ids.ts'
import { toWord } from '../../../shared/text.ts'
import { isRecord } from '../../../shared/unknown.ts'
import type { Findings } from '../build-catalogue.ts'
import type { Catalogue, PrepareAnswer } from '../catalogue.ts'
import type { CatalogueDocument } from '../source.ts'
import { findSpellings, hasFileName } from './hashed-names.ts'
import { type PackedCatalogue, packCatalogue } from './pack-catalogue.ts'
import { findName, nameAt, textAt } from './packed-names.ts'
import { recordAt } from './packed-records.ts'

/**
 * Builds a catalogue in the calling thread.
 * @throws IndexTextError when the index is not a JSON array
 */
export const createCatalogue = (
  document: CatalogueDocument,
  prepareAnswer: PrepareAnswer,
): { catalogue: Catalogue; findings: Findings } => {
  const { index, ...others } = document
  const packed = packCatalogue({ text: index, document: others, prepareAnswer })
  return { catalogue: openCatalogue(packed, document), findings: packed.findings }
}

const anySize = { width: 1, height: 1 }
const shapes = { desktop: 'landscape', mobile: 'portrait' } as const

// The most wallpapers that are cached after they were read from their rows. One takes about 2 kB.
const mostCached = 10_000

export const openCatalogue = (
  packed: PackedCatalogue,
  { version, filesUrl, gone }: Pick<CatalogueDocument, 'version' | 'filesUrl' | 'gone'>,
  mostRead = mostCached,
): Catalogue => {
  const { ids, groups, newest } = packed
  const cached = new Map<number, Wallpaper>()
  const at = (row: number): Wallpaper => {
    const known = cached.get(row)
    if (known !== undefined) return known
    // biome-ignore lint/style/noNonNullAssertion: rows that `parseCreditedRow` cannot read were left out
    const wallpaper = parseCreditedRow(recordAt(packed.records, row))!
    if (cached.size >= mostRead) cached.clear()
    cached.set(row, wallpaper)
    return wallpaper
  }
  const idAt = (row: number) => nameAt(ids, row)
  const mainPathAt = (row: number) => textAt(packed.mainPaths, row)
  const { poolOfAll, ...selectable } = createSelectable({
    rows: packed.rows,
    words: () => packed.words,
    findName,
    spelled: {
      rowOfId: (id) => findName(ids, id),
      listSpelled: (spelling) => findSpellings(packed.spellings, spelling),
      idAt,
      fileAt: (row) => decodePart(mainPathAt(row)),
      listGone: gone && createGoneFinder(gone),
    },
    at,
    groupAt: groups.length === 0 ? undefined : (row) => groups[row] ?? 0,
    // biome-ignore lint/style/noNonNullAssertion: every place from 0 to `size - 1` has a row
    newestAt: (place) => newest[place]!,
  })
  const { rowOf } = selectable
  return {
    ...selectable,
    version,
    filesUrl,
    answers: packed.answers,
    listCategories: () => packed.categories,
    listCommonTags: () => packed.commonTags,
    labelOf: (category) => packed.labels.get(toWord(category)),
    mainPathAt,
    idOf: (text) => {
      const row = rowOf(text)
      return row === undefined ? undefined : idAt(row)
    },
    recordOf: (id) => {
      const row = findName(ids, id)
      const record = row === undefined ? undefined : recordAt(packed.records, row)
      return isRecord(record) ? record : undefined
    },
    poolBySize: ({ tag, resolution, ...filters }) =>
      poolOfAll(
        filters,
        { atleast: resolution ? resolutions[resolution] : anySize },
        ...(tag ? [{ ratio: [shapes[tag]] }] : []),
      ),
    hasFile: (folder, file) => hasFileName(packed.fileNames, folder, file),
  }
}
