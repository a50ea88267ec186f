import { readMainFile } from '../parse-row.ts'
import type { CatalogueDocument } from '../source.ts'
import { type Columns, createColumnsPacker } from './columns.ts'
import { createFileNamesPacker, type PackedFileNames } from './file-names.ts'
import type { FiledRows } from './filed-rows.ts'
import { createMissingFiles, type MissingFiles } from './missing-files.ts'
import { createIdsPacker, type PackedNames } from './packed-names.ts'
import { createRecordsPacker, type PackedRecords } from './packed-records.ts'
import { createTextsPacker, type PackedTexts } from './packed-texts.ts'
import { parseRows, type RowsText } from './rows-text.ts'
import { createShelvesPacker, type Shelves } from './shelves.ts'

/** What the rows of an index say, as plain data in memory that threads share. */
export interface PackedRows {
  records: PackedRecords
  ids: PackedNames
  /** Encoded for URLs. */
  mainPaths: PackedTexts
  columns: Columns
  shelves: Shelves
  fileNames: PackedFileNames
}

/** What was noticed in them. */
export interface RowsFindings {
  /** Rows left out because nothing could be shown for them. */
  skipped: number
  missingFiles: MissingFiles
}

export interface RowsPackerOptions {
  /** The whole index. */
  text: Uint8Array
  document: Pick<CatalogueDocument, 'filesUrl' | 'mainFiles'>
}

/**
 * Takes the rows of an index in their order, and what was read of them. A row that cannot be shown,
 * or whose id an earlier row has, costs only itself.
 */
export const createRowsPacker = ({ text, document }: RowsPackerOptions) => {
  const packers = createPackers(text)
  const missing = createMissingFiles(document.mainFiles)
  const hasFiles = document.filesUrl === undefined
  let skipped = 0
  return {
    add: (rows: RowsText, filed: FiledRows) => {
      const columns = packers.columns.open(filed)
      const add = (at: number) => {
        if (hasFiles) {
          packers.fileNames.add(filed.fileHashes[at * 2]!)
          packers.fileNames.add(filed.fileHashes[at * 2 + 1]!)
        }
        const row = filed.isShown[at] ? packers.ids.addNew(filed, at) : undefined
        if (row === undefined) {
          skipped++
          return
        }
        packers.records.add(startOf(rows, at), rows.ends[at]!)
        packers.mainPaths.add(filed.mainPaths, at)
        packers.shelves.add(filed.shelves[at]!, row)
        columns.add(at)
      }
      for (let at = 0; at < rows.ends.length; at++) {
        if (!missing.isMissing(filed.fileHashes[at * 2]!)) add(at)
        else
          missing.leaveOut(
            () => mainFileOf(rows, at),
            () => add(at),
          )
      }
    },
    pack: (): PackedRows & RowsFindings => {
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
  ids: createIdsPacker(),
  mainPaths: createTextsPacker(),
  columns: createColumnsPacker(),
  shelves: createShelvesPacker(),
  fileNames: createFileNamesPacker(),
})

const startOf = ({ start, ends }: RowsText, at: number) => (at === 0 ? start : ends[at - 1]! + 1)

const mainFileOf = (rows: RowsText, at: number): string => {
  const row = { ...rows, start: startOf(rows, at), ends: rows.ends.subarray(at, at + 1) }
  return readMainFile(parseRows(row)[0]) ?? ''
}
