import { Worker } from 'node:worker_threads'
import type { Columns } from '../../catalogue/packed/columns.ts'
import type { FiledRows } from '../../catalogue/packed/filed-rows.ts'
import type { PackedNamePools } from '../../catalogue/packed/name-pools.ts'
import type { PackedNames } from '../../catalogue/packed/packed-names.ts'
import { JsonRowsError, type RowsText } from '../../catalogue/packed/rows-text.ts'
import { threadLimits } from './thread-limits.ts'

/** Rows of the text that it was started with, or what `packNamePools` takes. */
export type ToRowsWorker =
  | ({ kind: 'rows' } & Omit<RowsText, 'text'>)
  | { kind: 'names'; ids: PackedNames; columns: Columns }

export type FromRowsWorker =
  | { kind: 'rows'; filed: FiledRows }
  | { kind: 'names'; namePools: PackedNamePools }
  | { kind: 'problem'; problem: string }

/** A thread that reads rows of a text, in the order in which it is asked for them. */
export interface RowsThread {
  /** @throws (by the promise) JsonRowsError when they are no JSON */
  read(rows: RowsText): Promise<FiledRows>
  packNamePools(ids: PackedNames, columns: Columns): Promise<PackedNamePools>
  /** How often it was asked for what it has not answered yet. */
  waiting(): number
  end(): void
}

const script = new URL('./rows-worker.ts', import.meta.url)

/** @param text in memory that threads share */
export const startRowsThread = (text: Uint8Array): RowsThread => {
  const worker = new Worker(script, { workerData: text, resourceLimits: threadLimits })
  const waiting: PromiseWithResolvers<FromRowsWorker>[] = []
  let ended: Error | undefined
  const fail = (reason: Error) => {
    ended ??= reason
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  worker.on('message', (answer: FromRowsWorker) => waiting.shift()?.resolve(answer))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that reads rows has ended')))
  const ask = (message: ToRowsWorker) => {
    if (ended !== undefined) return Promise.reject(ended)
    const created = Promise.withResolvers<FromRowsWorker>()
    waiting.push(created)
    worker.postMessage(message)
    return created.promise
  }
  return {
    read: async ({ start, ends }) => {
      const answer = await ask({ kind: 'rows', start, ends })
      if (answer.kind !== 'rows') throw toError(answer)
      return answer.filed
    },
    packNamePools: async (ids, columns) => {
      const answer = await ask({ kind: 'names', ids, columns })
      if (answer.kind !== 'names') throw toError(answer)
      return answer.namePools
    },
    waiting: () => waiting.length,
    end: () => void worker.terminate(),
  }
}

const toError = (answer: FromRowsWorker): Error =>
  answer.kind === 'problem'
    ? new JsonRowsError(answer.problem)
    : new Error(`The thread that reads rows answered with ${answer.kind}`)
