import { Worker } from 'node:worker_threads'
import { threadLimits } from './thread-limits.ts'

/** Giving back less is not noticed. */
const fromBytes = 16_000_000
/** What was collected is swept up some time later. */
const sweptMs = 10_000

/** Has what it was started with until it is ended. */
const script = `require('node:worker_threads').parentPort.on('message', () => {})`

interface Holding {
  readonly holder: Worker
  readonly endsAfterMs: number
}

const collected = new FinalizationRegistry<Holding>(({ holder, endsAfterMs }) => {
  setTimeout(() => holder.terminate(), endsAfterMs).unref()
})

/**
 * Has a thread of its own be the last to let go of the shared memory in `data`, once `owner` was
 * collected. Giving hundreds of megabytes back takes the system a tenth of a second: a pause of
 * whoever lets go of them last, which else is the serving thread.
 * @param data reachable from `owner` only, or `owner` itself
 */
export const releaseInThread = (owner: object, data: unknown, endsAfterMs = sweptMs): void => {
  const shared = findShared(data)
  const bytes = shared.reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (bytes < fromBytes) return
  const holder = new Worker(script, {
    eval: true,
    workerData: shared,
    resourceLimits: threadLimits,
  })
  holder.unref()
  // Without it there is only the pause.
  holder.on('error', () => undefined)
  collected.register(owner, { holder, endsAfterMs })
}

const findShared = (data: unknown): SharedArrayBuffer[] => {
  if (data instanceof SharedArrayBuffer) return [data]
  if (ArrayBuffer.isView(data)) return findShared(data.buffer)
  if (typeof data !== 'object' || data === null || data instanceof ArrayBuffer) return []
  return [...new Set(Object.values(data).flatMap(findShared))]
}
