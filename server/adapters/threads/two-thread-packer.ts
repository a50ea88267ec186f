import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Columns } from '../../catalogue/packed/columns.ts'
import { findRows, JsonRowsError, type RowsText } from '../../catalogue/packed/json-rows.ts'
import type { PackedNamePools } from '../../catalogue/packed/name-pools.ts'
import {
  explainJson,
  type PackedCatalogue,
  type PackOptions,
  packLists,
} from '../../catalogue/packed/pack-catalogue.ts'
import type { PackedNames } from '../../catalogue/packed/packed-names.ts'
import {
  createRowsPacker,
  type FiledRows,
  readFiledRows,
} from '../../catalogue/packed/rows-packer.ts'
import { threadLimits } from './catalogue-thread.ts'

// Batches that may wait for the other thread. With 8, that thread was idle for half of the time.
const mostWaiting = 32

/** Does the same as `packCatalogue`, but a second thread reads some of the rows, which is two thirds of the work. */
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
    // Gives the messages of the other thread a turn.
    await setImmediate()
  }
  await added
  const rows = packer.pack()
  const namePools = thread.packNamePools(rows.ids, rows.columns)
  const lists = packLists(rows, options)
  return { ...lists, namePools: await namePools }
}

export type ToRowsWorker =
  | ({ kind: 'rows' } & Omit<RowsText, 'text'>)
  | { kind: 'names'; ids: PackedNames; columns: Columns }

export type FromRowsWorker =
  | { kind: 'rows'; filed: FiledRows }
  | { kind: 'names'; namePools: PackedNamePools }
  | { kind: 'problem'; problem: string }

type RowsThread = ReturnType<typeof startRowsThread>

const script = new URL('./rows-worker.ts', import.meta.url)

const startRowsThread = (text: Uint8Array) => {
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
    read: async ({ start, ends }: RowsText): Promise<FiledRows> => {
      const answer = await ask({ kind: 'rows', start, ends })
      if (answer.kind !== 'rows') throw toError(answer)
      return answer.filed
    },
    packNamePools: async (ids: PackedNames, columns: Columns): Promise<PackedNamePools> => {
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
