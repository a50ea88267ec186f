import type { FiledRow } from '../catalogue/filed-row.ts'
import { createJsonRowsFinder } from '../catalogue/json-rows.ts'
import {
  createRowsPacker,
  explainJson,
  type PackedCatalogue,
  type PackOptions,
  readFiledRows,
} from '../catalogue/pack-catalogue.ts'
import type { RowsText } from '../catalogue/rows-text.ts'
import { startRowsThread } from './rows-thread.ts'

/** So many pieces keep the other thread busy while this one packs: with 8 it was idle for half of the time. */
const mostWaiting = 32

/**
 * A `CataloguePacker` that has a part of the rows read by another thread: reading takes two thirds of
 * the time. The rows are packed in their order, whoever read them.
 */
export const createTwoThreadPacker = (options: PackOptions) => {
  const packer = createRowsPacker(options)
  const thread = startRowsThread()
  let added: Promise<void> = Promise.resolve()
  const read = (rows: RowsText): Iterable<FiledRow> | Promise<Iterable<FiledRow>> =>
    thread.waiting() < mostWaiting ? thread.read(rows) : readFiledRows(rows)
  const finder = createJsonRowsFinder(({ text, ends }) => {
    const rows = { text: text.slice(), ends: Uint32Array.from(ends) }
    const reading = read(rows)
    added = Promise.all([reading, added]).then(([filed]) => packer.add(rows, filed))
    added.catch(() => undefined)
  })
  return {
    write: (piece: Uint8Array) => {
      try {
        finder.write(piece)
      } catch (error) {
        throw explainJson(error)
      }
    },
    pack: async (): Promise<PackedCatalogue> => {
      try {
        finder.end()
        await added
      } catch (error) {
        throw explainJson(error)
      } finally {
        thread.end()
      }
      return packer.pack()
    },
  }
}
