import { Worker } from 'node:worker_threads'
import type { FiledRow } from '../catalogue/filed-row.ts'
import { JsonRowsError, type RowsText } from '../catalogue/rows-text.ts'
import { type FiledRowsMessage, fromFiledRowsMessage } from './filed-rows-message.ts'

export type FromRowsWorker = { readonly filed: FiledRowsMessage } | { readonly problem: string }

/** A thread that reads rows in the order in which they are sent. */
export interface RowsThread {
  /**
   * The memory of the rows is copied with all that it is a part of.
   * @throws (by the promise) JsonRowsError when they are no JSON
   */
  read(rows: RowsText): Promise<Iterable<FiledRow>>
  /** How often it was asked for rows that it has not read yet. */
  waiting(): number
  end(): void
}

const script = new URL('./rows-worker.ts', import.meta.url)

export const startRowsThread = (): RowsThread => {
  const worker = new Worker(script)
  const waiting: PromiseWithResolvers<Iterable<FiledRow>>[] = []
  let ended: Error | undefined
  const fail = (reason: Error) => {
    ended ??= reason
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  worker.on('message', (message: FromRowsWorker) => {
    const first = waiting.shift()
    if ('problem' in message) first?.reject(new JsonRowsError(message.problem))
    else first?.resolve(fromFiledRowsMessage(message.filed))
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that reads rows has ended')))
  return {
    read: (rows) => {
      if (ended !== undefined) return Promise.reject(ended)
      const created = Promise.withResolvers<Iterable<FiledRow>>()
      waiting.push(created)
      worker.postMessage(rows)
      return created.promise
    },
    waiting: () => waiting.length,
    end: () => void worker.terminate(),
  }
}
