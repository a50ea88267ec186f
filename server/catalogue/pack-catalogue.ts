import { DomainError } from '../domain-error.ts'
import { type PackedBuckets, packBuckets } from './buckets.ts'
import { type Columns, createColumnsPacker } from './columns.ts'
import { createFileNamesPacker, type PackedFileNames } from './file-names.ts'
import { type Filed, type FiledRow, readFiledRow } from './filed-row.ts'
import { findRows } from './json-rows.ts'
import { createMissingFiles, type MissingFiles } from './missing-files.ts'
import { type PackedNamePools, packNamePools } from './name-pools.ts'
import { packCategories, packColors } from './pack-answers.ts'
import { countNames, createNamesPacker, type PackedNames } from './packed-names.ts'
import { createRecordsPacker, type PackedRecords } from './packed-records.ts'
import { createTextsPacker, type PackedTexts } from './packed-texts.ts'
import type { PrepareAnswer, PreparedAnswers } from './prepared-answer.ts'
import { JsonRowsError, parseRows, type RowsText } from './rows-text.ts'
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
  /** The whole index. */
  readonly text: Uint8Array
  readonly document: Omit<CatalogueDocument, 'index'>
  readonly prepareAnswer: PrepareAnswer
}

/**
 * A row that cannot be shown, or whose id an earlier row has, costs only itself.
 * @throws DomainError `CATALOGUE_UNAVAILABLE` when the index is no JSON array
 */
export const packCatalogue = (options: PackOptions): PackedCatalogue => {
  const packer = createRowsPacker(options)
  try {
    for (const rows of findRows(options.text)) packer.add(rows, readFiledRows(rows))
  } catch (error) {
    throw explainJson(error)
  }
  const rows = packer.pack()
  return { ...packLists(rows, options), namePools: packNamePools(rows.ids, rows.columns) }
}

/** @throws JsonRowsError when they are no JSON */
export const readFiledRows = (rows: RowsText): FiledRow[] => parseRows(rows).map(readFiledRow)

/** What whoever keeps the catalogue is told of a JsonRowsError. */
export const explainJson = (cause: unknown): unknown => {
  if (!(cause instanceof JsonRowsError)) return cause
  const message = `The catalogue's index.json ${cause.message}`
  return new DomainError('CATALOGUE_UNAVAILABLE', message, { cause })
}

/** What the rows themselves say. */
type PackedRows = Pick<
  PackedCatalogue,
  'records' | 'ids' | 'mainPaths' | 'columns' | 'shelves' | 'fileNames'
> &
  Pick<Findings, 'skipped' | 'missingFiles'>

/** Takes rows in their order, and what was read of them. */
export const createRowsPacker = ({ text, document }: PackOptions) => {
  const packers = createPackers(text)
  let skipped = 0
  const missing = createMissingFiles(document.mainFiles, ({ fileHashes, wallpaper }, from, to) => {
    if (document.filesUrl === undefined) fileHashes.forEach(packers.fileNames.add)
    const row = wallpaper && packers.ids.addNew(wallpaper.id)
    if (wallpaper === undefined || row === undefined) skipped++
    else {
      packers.records.add(from, to)
      addWallpaper(packers, wallpaper, row)
    }
  })
  return {
    add: ({ start, ends }: RowsText, filed: Iterable<FiledRow>) => {
      let from = start
      let at = 0
      for (const row of filed) {
        const to = ends[at++]!
        missing.add(row, from, to)
        from = to + 1
      }
    },
    pack: (): PackedRows => {
      const missingFiles = missing.end()
      return {
        records: packers.records.pack(),
        ids: packers.ids.pack(),
        mainPaths: packers.mainPaths.pack(),
        columns: packers.columns.pack(),
        shelves: packers.shelves.pack(),
        fileNames: packers.fileNames.pack(),
        skipped,
        missingFiles,
      }
    },
  }
}

const createPackers = (text: Uint8Array) => ({
  records: createRecordsPacker(text),
  ids: createNamesPacker(),
  mainPaths: createTextsPacker(),
  columns: createColumnsPacker(),
  shelves: createShelvesPacker(),
  fileNames: createFileNamesPacker(),
})
type Packers = ReturnType<typeof createPackers>

const addWallpaper = (packers: Packers, wallpaper: Filed, row: number) => {
  packers.mainPaths.add(encodePath(wallpaper.mainFile))
  packers.columns.add(wallpaper)
  packers.shelves.add(wallpaper, row)
}

/** All of a catalogue that is made of its rows, but `packNamePools`: another thread may do that. */
export const packLists = (
  { skipped, missingFiles, ...packed }: PackedRows,
  { document, prepareAnswer }: PackOptions,
): Omit<PackedCatalogue, 'namePools'> => {
  const { columns, records, ids } = packed
  const rows = new Uint32Array(countNames(ids)).map((_, row) => row)
  const colors = packColors(document.tags, columns)
  return {
    ...packed,
    buckets: packBuckets(columns, { rows, categories: columns.categories }),
    answers: {
      index: prepareAnswer(records.body),
      categories: prepareAnswer(packCategories(columns)),
      colors: prepareAnswer(colors.bytes),
    },
    findings: { skipped, missingFiles, tagsProblem: colors.problem },
  }
}
