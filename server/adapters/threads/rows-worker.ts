import { workerData } from 'node:worker_threads'
import type { RowsText } from '../../../shared/catalogue/json-rows.ts'
import { type Columns, packNamePools } from '../../catalogue/packed/buckets.ts'
import type { PackedNames } from '../../catalogue/packed/packed-names.ts'
import { readFiledRows } from '../../catalogue/packed/rows-packer.ts'
import { answerMessages } from './thread.ts'

const text: Uint8Array = workerData

const handlers = {
  readRows: (rows: Omit<RowsText, 'text'>) => readFiledRows({ ...rows, text }),
  packNamePools: ({ ids, columns }: { ids: PackedNames; columns: Columns }) =>
    packNamePools(ids, columns),
}

export type RowsHandlers = typeof handlers

answerMessages(handlers)
