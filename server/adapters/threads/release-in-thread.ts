import { Worker } from 'node:worker_threads'
import { threadLimits } from './catalogue-thread.ts'

/** Giving back less is not noticed. */
const fromBytes = 16_000_000
/** What was collected is swept up some time later. */
const sweptMs = 10_000

/** Has what it was started with until it is ended. */
const script = `require('node:worker_threads').parentPort.on('message', () => {})`

interface Holding {
  holder: Worker
  endsAfterMs: number
}

const collected = new FinalizationRegistry<Holding>(({ holder, endsAfterMs }) => {
  setTimeout(() => holder.terminate(), endsAfterMs).unref()
})

/**
 * Has a thread of its own be the last to let go of the shared memory in `data`, once `owner` was
 * collected. Giving hundreds of megabytes back takes the system a tenth of a second: a pause of
 * whoever lets go of them last, which else is the serving thread. Where no thread can be had there is
 * that pause, and nothing worse.
 * @param owner what is let go of together with `data`: a part of it, for example
 */
export const releaseInThread = (owner: object, data: unknown, endsAfterMs = sweptMs): void => {
  const shared = findShared(data)
  const bytes = shared.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const holder = bytes < fromBytes ? undefined : startHolder(shared)
  if (holder !== undefined) collected.register(owner, { holder, endsAfterMs })
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
