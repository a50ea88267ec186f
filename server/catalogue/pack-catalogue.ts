import { DomainError } from '../domain-error.ts'
import { type PackedBuckets, packBuckets } from './buckets.ts'
import { type Columns, createColumnsPacker } from './columns.ts'
import { createFileNamesPacker, type PackedFileNames } from './file-names.ts'
import { type Filed, type FiledRow, readFiledRow } from './filed-row.ts'
import { createJsonRowsFinder } from './json-rows.ts'
import { createMissingFiles, type MissingFiles } from './missing-files.ts'
import { type PackedNamePools, packNamePools } from './name-pools.ts'
import { packCategories, packColors } from './pack-answers.ts'
import { createNamesPacker, type PackedNames } from './packed-names.ts'
import { createRecordsPacker, type PackedRecords } from './packed-records.ts'
import { createTextsPacker, type PackedTexts } from './packed-texts.ts'
import type { PrepareAnswer, PreparedAnswers } from './prepared-answer.ts'
import { eachRowText, JsonRowsError, parseRows, type RowsText } from './rows-text.ts'
import { createShelvesPacker, type Shelves } from './shelves.ts'
import type { CatalogueDocument } from './source.ts'
import { encodePath } from './wallpaper-urls.ts'

/**
 * A catalogue as plain data in memory that threads share: posting it costs nothing, whatever its
 * size. `open-catalogue.ts` reads it.
 */
export interface PackedCatalogue {
  readonly records: PackedRecords
  readonly ids: PackedNames
  /** Encoded for URLs. */
  readonly mainPaths: PackedTexts
  readonly columns: Columns
  readonly buckets: PackedBuckets
  readonly namePools: PackedNamePools
  readonly shelves: Shelves
  readonly fileNames: PackedFileNames
  readonly answers: PreparedAnswers
  readonly findings: Findings
}

/** What was noticed in a document, for whoever keeps it. */
export interface Findings {
  /** Rows left out because nothing could be shown for them. */
  readonly skipped: number
  readonly missingFiles: MissingFiles
  /** What is wrong with `tags.json`. */
  readonly tagsProblem: string | undefined
}

export interface PackOptions {
  /** Bytes of the whole index. */
  readonly indexBytes: number
  readonly document: Omit<CatalogueDocument, 'index'>
  readonly prepareAnswer: PrepareAnswer
}

export interface CataloguePacker {
  /** Takes the next piece of the index. */
  write(piece: Uint8Array): void
  pack(): PackedCatalogue
}

/**
 * Reads an index piece by piece. A row that cannot be shown, or whose id an earlier row has, costs
 * only itself. Both functions throw DomainError `CATALOGUE_UNAVAILABLE` when it is no JSON array.
 */
export const createCataloguePacker = (options: PackOptions): CataloguePacker => {
  const rows = createRowsPacker(options)
  const finder = createJsonRowsFinder((found) => rows.add(found, readFiledRows(found)))
  return {
    write: (piece) => withReason(() => finder.write(piece)),
    pack: () => {
      withReason(finder.end)
      return rows.pack()
    },
  }
}

/** @throws JsonRowsError when they are no JSON */
export const readFiledRows = (rows: RowsText): FiledRow[] => parseRows(rows).map(readFiledRow)

const withReason = (work: () => void) => {
  try {
    work()
  } catch (error) {
    throw explainJson(error)
  }
}

/** What whoever keeps the catalogue is told of a JsonRowsError. */
export const explainJson = (cause: unknown): unknown => {
  if (!(cause instanceof JsonRowsError)) return cause
  const message = `The catalogue's index.json ${cause.message}`
  return new DomainError('CATALOGUE_UNAVAILABLE', message, { cause })
}

/** Takes rows in their order, and what was read of them. */
export const createRowsPacker = ({ indexBytes, document, prepareAnswer }: PackOptions) => {
  const packers = createPackers(indexBytes)
  let skipped = 0
  const missing = createMissingFiles(document.mainFiles, ({ fileHashes, wallpaper }, text) => {
    if (document.filesUrl === undefined) fileHashes.forEach(packers.fileNames.add)
    const row = wallpaper && packers.ids.addNew(wallpaper.id)
    if (wallpaper === undefined || row === undefined) skipped++
    else addWallpaper(packers, wallpaper, { row, text })
  })
  return {
    /** The memory of their text may be used again afterwards. */
    add: (rows: RowsText, filed: Iterable<FiledRow>) => {
      const texts = eachRowText(rows)
      for (const row of filed) missing.add(row, texts.next().value!)
      packers.records.flush()
    },
    pack: (): PackedCatalogue => {
      const missingFiles = missing.end()
      const columns = packers.columns.pack()
      const colors = packColors(document.tags, columns)
      const records = packers.records.pack()
      return {
        ...packFilters(packers, columns),
        records,
        ids: packers.ids.pack(),
        mainPaths: packers.mainPaths.pack(),
        shelves: packers.shelves.pack(),
        fileNames: packers.fileNames.pack(),
        answers: {
          index: prepareAnswer(records.body),
          categories: prepareAnswer(packCategories(columns)),
          colors: prepareAnswer(colors.bytes),
        },
        findings: { skipped, missingFiles, tagsProblem: colors.problem },
      }
    },
  }
}

const createPackers = (indexBytes: number) => ({
  records: createRecordsPacker(indexBytes),
  ids: createNamesPacker(),
  mainPaths: createTextsPacker(),
  columns: createColumnsPacker(),
  shelves: createShelvesPacker(),
  fileNames: createFileNamesPacker(),
})
type Packers = ReturnType<typeof createPackers>

const addWallpaper = (
  packers: Packers,
  wallpaper: Filed,
  { row, text }: { readonly row: number; readonly text: Uint8Array<ArrayBuffer> },
) => {
  packers.records.add(text)
  packers.mainPaths.add(encodePath(wallpaper.mainFile))
  packers.columns.add(wallpaper)
  packers.shelves.add(wallpaper, row)
}

const packFilters = ({ ids, columns: packer }: Packers, columns: Columns) => {
  const rows = new Uint32Array(ids.count()).map((_, row) => row)
  return {
    columns,
    buckets: packBuckets(columns, { rows, categories: columns.categories }),
    namePools: packNamePools(ids.names(), columns, packer.categoryNames),
  }
}
