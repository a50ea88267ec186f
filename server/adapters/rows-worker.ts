/** Reads the rows it is sent, for a thread that packs a large catalogue meanwhile. */
import { parentPort } from 'node:worker_threads'
import { readFiledRows } from '../catalogue/pack-catalogue.ts'
import { JsonRowsError, type RowsText } from '../catalogue/rows-text.ts'
import { toFiledRowsMessage } from './filed-rows-message.ts'
import type { FromRowsWorker } from './rows-thread.ts'

const answer = (message: FromRowsWorker) => parentPort?.postMessage(message)

parentPort?.on('message', (rows: RowsText) => {
  try {
    answer({ filed: toFiledRowsMessage(readFiledRows(rows)) })
  } catch (error) {
    // Only whoever waits for the rows knows what to say of them.
    if (!(error instanceof JsonRowsError)) throw error
    answer({ problem: error.message })
  }
})
