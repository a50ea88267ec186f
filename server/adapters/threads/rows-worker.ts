import { workerData } from 'node:worker_threads'
import type { RowsText } from '../../../shared/catalogue/json-rows.ts'
import { packNamePools } from '../../catalogue/packed/buckets.ts'
import { readFiledRows } from '../../catalogue/packed/rows-packer.ts'
import { answerMessages } from './thread.ts'

const text: Uint8Array = workerData

const handlers = {
  readRows: (rows: Omit<RowsText, 'text'>) => readFiledRows({ ...rows, text }),
  packNamePools,
}

export type RowsHandlers = typeof handlers

answerMessages(handlers)
