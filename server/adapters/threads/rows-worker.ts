/** Reads rows for a thread that packs a large catalogue meanwhile, and packs what it is sent. */
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
    // Only whoever waits for the rows knows what to say of them.
    if (!(error instanceof JsonRowsError)) throw error
    return { kind: 'problem', problem: error.message }
  }
}

parentPort?.on('message', (message) => parentPort?.postMessage(toAnswer(message)))
