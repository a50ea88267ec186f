import { setImmediate } from 'node:timers/promises'
import { findRows } from '../../../shared/catalogue/json-rows.ts'
import {
  type PackedCatalogue,
  type PackOptions,
  packLists,
} from '../../catalogue/packed/pack-catalogue.ts'
import { createIndexPacker, readFiledRows } from '../../catalogue/packed/rows-packer.ts'
import type { RowsHandlers } from './rows-worker.ts'
import { startThread } from './thread.ts'

// The most batches of rows that may wait for the second thread. With 8, that thread was idle half of the time.
const mostWaiting = 32

const script = new URL('./rows-worker.ts', import.meta.url)

/**
 * Packs a catalogue into the same result as `packCatalogue`, but a second thread reads some of the index rows.
 * Reading rows is two thirds of the work.
 */
export const packInTwoThreads = async (options: PackOptions): Promise<PackedCatalogue> => {
  const thread = startThread<RowsHandlers>(script, { data: options.text })
  try {
    const packer = createIndexPacker(options)
    let added: Promise<void> = Promise.resolve()
    for (const rows of findRows(options.text)) {
      const { text: _, ...place } = rows
      const reading =
        thread.waiting() < mostWaiting ? thread.ask('readRows', place) : readFiledRows(rows)
      added = Promise.all([reading, added]).then(([filed]) => packer.add(rows, filed))
      added.catch(() => undefined)
      // Without this pause, this thread would not receive the answers of the second thread until all rows are read.
      await setImmediate()
    }
    await added
    const rows = packer.pack()
    const namePools = thread.ask('packNamePools', { ids: rows.ids, columns: rows.columns })
    const lists = packLists(rows, options)
    return { ...lists, namePools: await namePools }
  } finally {
    thread.end()
  }
}
