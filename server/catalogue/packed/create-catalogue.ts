import type { Findings } from '../build-catalogue.ts'
import type { Catalogue, Pools, PrepareAnswer, WallpaperFilter } from '../catalogue.ts'
import { joinJsonText } from '../json-text.ts'
import { parseRow } from '../parse-row.ts'
import type { CatalogueDocument } from '../source.ts'
import { createPool, openBuckets } from './buckets.ts'
import { createRowMatcher } from './columns.ts'
import { hasFileName } from './file-names.ts'
import { openNamePools, toNameWords } from './name-pools.ts'
import { countCategories, type PackedCatalogue, packCatalogue } from './pack-catalogue.ts'
import { countNames, findName, nameAt, textAt } from './packed-names.ts'
import { recordAt } from './packed-records.ts'
import { findOnShelves } from './shelves.ts'

/**
 * Builds a catalogue in the calling thread.
 * @throws DomainError `CATALOGUE_UNAVAILABLE` when the index is not a JSON array
 */
export const createCatalogue = (
  document: CatalogueDocument,
  prepareAnswer: PrepareAnswer,
): { catalogue: Catalogue; findings: Findings } => {
  const { index, ...others } = document
  const packed = packCatalogue({ text: joinJsonText(index), document: others, prepareAnswer })
  return { catalogue: openCatalogue(packed, document), findings: packed.findings }
}

const createPoolsAmong = (
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

export const openCatalogue = (
  packed: PackedCatalogue,
  { version, filesUrl }: Pick<CatalogueDocument, 'version' | 'filesUrl'>,
): Catalogue => {
  const { ids, columns } = packed
  const buckets = openBuckets(packed.buckets, columns)
  const namePools = openNamePools(packed.namePools, columns)
  let categories: readonly string[] | undefined
  // biome-ignore lint/style/noNonNullAssertion: rows that `parseRow` cannot read were left out
  const at = (row: number) => parseRow(recordAt(packed.records, row))!
  return {
    version,
    filesUrl,
    size: countNames(ids),
    skipped: packed.findings.skipped,
    answers: packed.answers,
    listCategories: () => {
      categories ??= countCategories(columns).map(({ name }) => name)
      return categories
    },
    at,
    idAt: (row) => nameAt(ids, row),
    mainPathAt: (row) => textAt(packed.mainPaths, row),
    find: (id) => {
      const row = findName(ids, id)
      return row === undefined ? undefined : at(row)
    },
    pool: (filter) => createPool(buckets.find(filter)),
    poolByName: (filter) =>
      createPool(
        filter.category === undefined
          ? buckets.find(filter)
          : [...buckets.find(filter), ...namePools.find(filter)],
      ),
    among: (wanted) => createPoolsAmong(packed, wanted),
    poolBySize: (filter) => createPool([findOnShelves(packed.shelves, filter)]),
    hasFile: (folder, file) => hasFileName(packed.fileNames, folder, file),
  }
}
