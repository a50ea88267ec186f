import { setImmediate } from 'node:timers/promises'
import { readFiledRows } from '../../catalogue/packed/filed-rows.ts'
import { findRows } from '../../catalogue/packed/json-rows.ts'
import {
  explainJson,
  type PackedCatalogue,
  type PackOptions,
  packLists,
} from '../../catalogue/packed/pack-catalogue.ts'
import { createRowsPacker } from '../../catalogue/packed/rows-packer.ts'
import { type RowsThread, startRowsThread } from './rows-thread.ts'

/** So many batches keep the other thread busy while this one packs: with 8 it was idle for half of the time. */
const mostWaiting = 32

/**
 * `packCatalogue` with a second thread, which reads a part of the rows: reading takes two thirds of the
 * time. They are packed in their order, whoever read them.
 */
export const packInTwoThreads = async (options: PackOptions): Promise<PackedCatalogue> => {
  const thread = startRowsThread(options.text)
  try {
    return await packWith(thread, options)
  } catch (error) {
    throw explainJson(error)
  } finally {
    thread.end()
  }
}

const packWith = async (thread: RowsThread, options: PackOptions): Promise<PackedCatalogue> => {
  const packer = createRowsPacker(options)
  let added: Promise<void> = Promise.resolve()
  for (const rows of findRows(options.text)) {
    const reading = thread.waiting() < mostWaiting ? thread.read(rows) : readFiledRows(rows)
    added = Promise.all([reading, added]).then(([filed]) => packer.add(rows, filed))
    added.catch(() => undefined)
    // What the other thread has read comes in between.
    await setImmediate()
  }
  await added
  const rows = packer.pack()
  const namePools = thread.packNamePools(rows.ids, rows.columns)
  const lists = packLists(rows, options)
  return { ...lists, namePools: await namePools }
}
