import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { createQueue } from '../../../shared/async.ts'
import { IndexTextError } from '../../../shared/catalogue/json-rows.ts'
import { DomainError } from '../../domain-error.ts'

type Handlers = Record<string, (argument: never) => unknown>

export interface Thread<H extends Handlers> {
  /**
   * Sends a message to the worker thread and returns a promise of the answer.
   * @throws (by the promise) the handler's DomainError, or `CATALOGUE_UNAVAILABLE` when it throws another error or the
   * thread ends
   */
  ask<K extends keyof H>(name: K, argument: Parameters<H[K]>[0]): Promise<Awaited<ReturnType<H[K]>>>
  isRunning(): boolean
  /** Makes the process wait for the thread, as it does from the start of the thread. */
  ref(): void
  unref(): void
  /** Ends the worker thread. Every message that has no answer yet is rejected with `reason` as a DomainError. */
  end(reason?: unknown): void
}

interface Message {
  name: string
  argument: never
}

interface Answer {
  value: never
  failure?: Pick<DomainError, 'code' | 'message' | 'cause'>
}

// Limits the memory for new objects in a worker thread. When a thread ends, the main thread frees that memory, which
// pauses it for 25 ms at the usual 21 MB.
const threadLimits: ResourceLimits = { maxYoungGenerationSizeMb: 6 }

export const startThread = <H extends Handlers>(script: URL, limits = threadLimits): Thread<H> => {
  // Node before 24.15 warns that `node:sqlite` is experimental.
  const execArgv = ['--disable-warning=ExperimentalWarning']
  const worker = new Worker(script, { execArgv, resourceLimits: limits })
  const waiting: PromiseWithResolvers<never>[] = []
  let ended: DomainError | undefined
  const end = (reason?: unknown) => {
    ended ??= toDomainError(reason)
    for (const { reject } of waiting.splice(0)) reject(ended)
    void worker.terminate()
  }
  worker.on('message', ({ value, failure }: Answer) => {
    const first = waiting.shift()
    if (failure === undefined) first?.resolve(value)
    else first?.reject(new DomainError(failure.code, failure.message, { cause: failure.cause }))
  })
  worker.on('error', end)
  worker.on('exit', (exitCode) =>
    end(new Error(`The worker thread ended with exit code ${exitCode}`)),
  )
  return {
    ask: (name, argument) => {
      if (ended !== undefined) return Promise.reject(ended)
      const asked = Promise.withResolvers<never>()
      // Without this `catch`, a failed message whose answer nobody awaits would end the process.
      asked.promise.catch(() => undefined)
      waiting.push(asked)
      worker.postMessage({ name, argument })
      return asked.promise
    },
    isRunning: () => ended === undefined,
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    end,
  }
}

const idleMs = 10_000

/** Returns a function that works with a thread, which starts when it is needed and ends ten seconds after the last work. */
export const createIdleThread = <H extends Handlers>(script: URL, limits?: ResourceLimits) => {
  let thread: Thread<H> | undefined
  let idle: NodeJS.Timeout | undefined
  let works = 0
  return async <T>(work: (used: Thread<H>) => Promise<T>): Promise<T> => {
    clearTimeout(idle)
    const used = thread?.isRunning() ? thread : startThread<H>(script, limits)
    thread = used
    works += 1
    used.ref()
    try {
      return await work(used)
    } finally {
      works -= 1
      if (works === 0) {
        used.unref()
        idle = setTimeout(used.end, idleMs).unref()
      }
    }
  }
}

export const answerMessages = (handlers: Handlers): void => {
  const answer = async ({ name, argument }: Message) => {
    try {
      parentPort?.postMessage({ value: await handlers[name]?.(argument) })
    } catch (error) {
      // An error that is posted to a thread loses its class and its code.
      const { code, message, cause } = toDomainError(error)
      parentPort?.postMessage({ failure: { code, message, cause } })
    }
  }
  const inTurn = createQueue()
  parentPort?.on('message', (message: Message) => inTurn(() => answer(message)))
}

export const toDomainError = (cause: unknown): DomainError => {
  if (cause instanceof DomainError) return cause
  const isOfText = cause instanceof IndexTextError
  const text = isOfText ? cause.message : 'The catalogue could not be built or searched'
  return new DomainError('CATALOGUE_UNAVAILABLE', text, { cause })
}
