import { Worker } from 'node:worker_threads'
import { threadLimits } from './thread.ts'

// Memory below this size is freed without a separate thread, because freeing it causes no noticeable pause.
const fromBytes = 16_000_000

// The script of a thread that only holds its `workerData` in memory. Ending the thread frees the memory.
const script = `require('node:worker_threads').parentPort.on('message', () => {})`

const collected = new FinalizationRegistry((end: () => void) => end())

/**
 * Lets a separate thread free the shared memory in `data`, because freeing hundreds of megabytes would pause the
 * main thread for a tenth of a second. If no thread can be started, the main thread frees the memory.
 * @param owner an object that is garbage-collected together with `data`, for example a part of it
 */
export const releaseInThread = (owner: object, data: unknown, endsAfterMs = 10_000): void => {
  const shared = findShared(data)
  const bytes = shared.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const holder = bytes < fromBytes ? undefined : startHolder(shared)
  if (holder === undefined) return
  collected.register(owner, () => setTimeout(() => holder.terminate(), endsAfterMs).unref())
}

const startHolder = (shared: readonly SharedArrayBuffer[]): Worker | undefined => {
  try {
    const options = { name: 'fresco-release', workerData: shared, resourceLimits: threadLimits }
    const holder = new Worker(script, { eval: true, ...options })
    holder.on('error', () => undefined)
    holder.unref()
    return holder
  } catch {
    return undefined
  }
}

const findShared = (data: unknown): SharedArrayBuffer[] => {
  if (data instanceof SharedArrayBuffer) return [data]
  if (ArrayBuffer.isView(data)) return findShared(data.buffer)
  if (typeof data !== 'object' || data === null || data instanceof ArrayBuffer) return []
  return [...new Set(Object.values(data).flatMap(findShared))]
}
