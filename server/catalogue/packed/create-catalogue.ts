import { parseCreditedRow } from '../../../shared/catalogue/credits.ts'
import { type Pool, toPool } from '../../../shared/catalogue/select.ts'
import { createGoneFinder, findSpelled } from '../../../shared/catalogue/spellings.ts'
import { resolutions } from '../../../shared/filter-values.ts'
import { decodePart } from '../../../shared/ids.ts'
import { toWord } from '../../../shared/text.ts'
import { isRecord } from '../../../shared/unknown.ts'
import type { Findings } from '../build-catalogue.ts'
import type { Catalogue, PrepareAnswer } from '../catalogue.ts'
import { joinJsonText } from '../json-text.ts'
import type { CatalogueDocument } from '../source.ts'
import { type Criteria, findListed } from './buckets.ts'
import { createFilterSets, noRowAt } from './filter-sets.ts'
import { findSpellings, hasFileName } from './hashed-names.ts'
import { type PackedCatalogue, packCatalogue } from './pack-catalogue.ts'
import { countNames, findName, nameAt, textAt } from './packed-names.ts'
import { recordAt } from './packed-records.ts'
import { findNamed, type Range } from './row-groups.ts'

/**
 * Builds a catalogue in the calling thread.
 * @throws IndexTextError when the index is not a JSON array
 */
export const createCatalogue = (
  document: CatalogueDocument,
  prepareAnswer: PrepareAnswer,
): { catalogue: Catalogue; findings: Findings } => {
  const { index, ...others } = document
  const packed = packCatalogue({ text: joinJsonText(index), document: others, prepareAnswer })
  return { catalogue: openCatalogue(packed, document), findings: packed.findings }
}

const createRangesPool = (ranges: readonly Range[], has: Pool['has']): Pool => ({
  size: ranges.reduce((sum, range) => sum + range.size, 0),
  rowAt: (position) => {
    let rest = position
    for (const { rows, start, size } of ranges) {
      if (rest < size) return rows[start + rest] ?? 0
      rest -= size
    }
    throw noRowAt(position)
  },
  has,
})

const noRange: Range = { rows: new Uint32Array(), start: 0, size: 0 }
const anySize = { width: 1, height: 1 }
const shapes = { desktop: 'landscape', mobile: 'portrait' } as const

export const openCatalogue = (
  packed: PackedCatalogue,
  { version, filesUrl, gone }: Pick<CatalogueDocument, 'version' | 'filesUrl' | 'gone'>,
): Catalogue => {
  const { ids, measures } = packed
  const sets = createFilterSets(packed)
  const pool = (criteria: Criteria): Pool => {
    const ranges = findListed(packed, criteria)
    if (ranges === undefined) return sets.find(criteria)
    return createRangesPool(ranges, (row) => sets.find(criteria).has(row))
  }
  // biome-ignore lint/style/noNonNullAssertion: rows that `parseCreditedRow` cannot read were left out
  const at = (row: number) => parseCreditedRow(recordAt(packed.records, row))!
  const idAt = (row: number) => nameAt(ids, row)
  const mainPathAt = (row: number) => textAt(packed.mainPaths, row)
  const spelled = {
    rowOfId: (id: string) => findName(ids, id),
    listSpelled: (spelling: string) => findSpellings(packed.spellings, spelling),
    idAt,
    fileAt: (row: number) => decodePart(mainPathAt(row)),
    listGone: gone && createGoneFinder(gone),
  }
  const rowOf = (text: string) => findSpelled(text, spelled)
  return {
    version,
    filesUrl,
    size: countNames(ids),
    unmeasured: packed.findings.unmeasured,
    answers: packed.answers,
    listCategories: () => packed.categories,
    listCommonTags: () => packed.commonTags,
    labelOf: (category) => packed.labels.get(toWord(category)),
    at,
    idAt,
    mainPathAt,
    groupAt: measures.groups.length === 0 ? undefined : (row) => measures.groups[row] ?? 0,
    rowOf,
    idOf: (text) => {
      const row = rowOf(text)
      return row === undefined ? undefined : idAt(row)
    },
    find: (text) => {
      const row = rowOf(text)
      return row === undefined ? undefined : at(row)
    },
    recordOf: (id) => {
      const row = findName(ids, id)
      const record = row === undefined ? undefined : recordAt(packed.records, row)
      return isRecord(record) ? record : undefined
    },
    pool,
    // Without a category, `isByName` changes nothing. Leaving it out lets both pools share one cached set.
    poolByName: (filters) => pool(filters.category ? { ...filters, isByName: true } : filters),
    among: (wanted) => {
      const rows = [...new Set(wanted.map(spelled.rowOfId))].filter((row) => row !== undefined)
      const poolOf = (criteria: Criteria) => toPool(rows.filter(sets.find(criteria).has))
      return {
        pool: poolOf,
        poolByName: (filters) => poolOf({ ...filters, isByName: true }),
      }
    },
    poolBySize: ({ tag, resolution, ...filters }) =>
      sets.find(
        filters,
        { atleast: resolution ? resolutions[resolution] : anySize },
        ...(tag ? [{ ratio: [shapes[tag]] }] : []),
      ),
    listTagged: (tag) => {
      const [{ rows, start, size } = noRange] = findNamed(packed.tags, tag)
      return rows.subarray(start, start + size)
    },
    // biome-ignore lint/style/noNonNullAssertion: every place from 0 to `size - 1` has a row
    newestAt: (place) => measures.newest[place]!,
    countUnmeasured: sets.countUnmeasured,
    hasFile: (folder, file) => hasFileName(packed.fileNames, folder, file),
  }
}
