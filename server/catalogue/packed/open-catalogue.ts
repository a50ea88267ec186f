import type { Catalogue } from '../catalogue.ts'
import { parseRow } from '../parse-row.ts'
import { createPool } from '../pool.ts'
import type { CatalogueDocument } from '../source.ts'
import { openBuckets } from './buckets.ts'
import { hasFileName } from './file-names.ts'
import { openNamePools } from './name-pools.ts'
import type { PackedCatalogue } from './pack-catalogue.ts'
import { countNames, findName, nameAt } from './packed-names.ts'
import { recordAt } from './packed-records.ts'
import { textAt } from './packed-texts.ts'
import { createPoolsAmong } from './pools-among.ts'
import { findOnShelves } from './shelves.ts'

/** Reads a packed catalogue where it lies: in time that does not depend on its size. */
export const openCatalogue = (
  packed: PackedCatalogue,
  { version, filesUrl }: Pick<CatalogueDocument, 'version' | 'filesUrl'>,
): Catalogue => {
  const { ids, columns } = packed
  const buckets = openBuckets(packed.buckets, columns)
  const namePools = openNamePools(packed.namePools, columns)
  const at = (row: number) => parseRow(recordAt(packed.records, row))!
  return {
    version,
    filesUrl,
    size: countNames(ids),
    skipped: packed.findings.skipped,
    answers: packed.answers,
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
