/** The entry file of the thread that helps another thread to pack a large catalogue. */
import { parentPort, workerData } from 'node:worker_threads'
import { JsonRowsError } from '../../catalogue/packed/json-rows.ts'
import { packNamePools } from '../../catalogue/packed/name-pools.ts'
import { readFiledRows } from '../../catalogue/packed/rows-packer.ts'
import type { FromRowsWorker, ToRowsWorker } from './two-thread-packer.ts'

const text: Uint8Array = workerData

const toAnswer = (message: ToRowsWorker): FromRowsWorker => {
  try {
    if (message.kind === 'names')
      return { kind: 'names', namePools: packNamePools(message.ids, message.columns) }
    return { kind: 'rows', filed: readFiledRows({ ...message, text }) }
  } catch (error) {
    // The class of an error is lost between threads, so its text is sent instead.
    if (!(error instanceof JsonRowsError)) throw error
    return { kind: 'problem', problem: error.message }
  }
}

parentPort?.on('message', (message) => parentPort?.postMessage(toAnswer(message)))
