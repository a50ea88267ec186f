import { Worker } from 'node:worker_threads'
import type { PackedCatalogue } from '../../catalogue/packed/pack-catalogue.ts'
import type { SearchHits, SearchRequest } from '../../catalogue/search-index.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'

export interface CatalogueThread {
  packed: Promise<PackedCatalogue>
  searchable: Promise<void>
  search(request: SearchRequest): Promise<SearchHits>
  isRunning(): boolean
  /** Ends the thread. Everything that is still waiting for it rejects with `reason` as a DomainError. */
  end(reason: unknown): void
}

interface ThreadOptions {
  script: URL
  isShared: boolean
}

type SharedDocument = Omit<CatalogueDocument, 'index'> & Pick<WorkerJob, 'text'>

export const startCatalogueThread = (
  document: SharedDocument,
  { script, isShared }: ThreadOptions,
): CatalogueThread => {
  const worker = new Worker(script, { resourceLimits: threadLimits })
  worker.postMessage(toJob(document, isShared))
  const packed = createPromise<PackedCatalogue>()
  const searchable = createPromise<void>()
  const searches = createWaiting<SearchHits>()
  let ended: DomainError | undefined

  const post = (message: ToWorker) => worker.postMessage(message)
  const end = (reason: unknown) => {
    ended ??= toDomainError(reason)
    packed.reject(ended)
    searchable.reject(ended)
    searches.rejectAll(ended)
    void worker.terminate()
  }
  const take = (message: FromWorker) => {
    if (message.kind === 'failed') end(toError(message.failure))
    else if (message.kind === 'searchable') searchable.resolve()
    else if (message.kind === 'found') searches.settle(message.number).resolve(message.hits)
    else if (message.kind === 'notFound')
      searches.settle(message.number).reject(toDomainError(toError(message.failure)))
    else {
      packed.resolve(message.packed)
      // A thread that only waits for searches must not keep the process alive.
      worker.unref()
    }
  }
  worker.on('message', take)
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`The thread ended with ${code}`)))

  return {
    packed: packed.promise,
    searchable: searchable.promise,
    search: (request) => {
      if (ended !== undefined) return Promise.reject(ended)
      const { number, promise } = searches.add()
      post({ number, request })
      return promise
    },
    isRunning: () => ended === undefined,
    end,
  }
}

const toJob = ({ text, mainFiles, ...document }: SharedDocument, isShared: boolean): WorkerJob => ({
  text,
  isShared,
  // A piece may be a view of a large buffer. Posting the view would copy the whole buffer.
  document: { ...document, tags: document.tags.map((piece) => new Uint8Array(piece)) },
  mainFiles: mainFiles && [...mainFiles].join('\0'),
})

const toDomainError = (reason: unknown): DomainError =>
  reason instanceof DomainError
    ? reason
    : new DomainError('CATALOGUE_UNAVAILABLE', 'The catalogue could not be built or searched', {
        cause: reason,
      })

/** A promise that does not end the process if it rejects while nothing waits for it. */
const createPromise = <T>() => {
  const created = Promise.withResolvers<T>()
  created.promise.catch(() => undefined)
  return created
}

const createWaiting = <T>() => {
  const waiting = new Map<number, PromiseWithResolvers<T>>()
  let last = 0
  const settle = (number: number) => {
    const found = waiting.get(number) ?? createPromise<T>()
    waiting.delete(number)
    return found
  }
  return {
    add: () => {
      const created = createPromise<T>()
      waiting.set(++last, created)
      return { number: last, promise: created.promise }
    },
    settle,
    rejectAll: (reason: unknown) => {
      for (const number of [...waiting.keys()]) settle(number).reject(reason)
    },
  }
}

/** The first message to the worker. */
export interface WorkerJob {
  text: Uint8Array
  isShared: boolean
  document: Omit<CatalogueDocument, 'index' | 'mainFiles'>
  /** The names of the files in `main/`, joined with `\0`. Posting a string is faster than posting a Set. */
  mainFiles: string | undefined
}

/** Every later message to the worker is a search. */
export interface ToWorker {
  number: number
  request: SearchRequest
}

export type FromWorker =
  | { kind: 'packed'; packed: PackedCatalogue }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'searchable' }
  | { kind: 'found'; number: number; hits: SearchHits }
  | { kind: 'notFound'; number: number; failure: Failure }

/** An error in a form that can be posted to another thread. */
export interface Failure {
  message: string
  stack: string | undefined
  isDomainError: boolean
}

export const toFailure = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack : undefined,
  isDomainError: error instanceof DomainError,
})

export const toError = ({ message, stack, isDomainError }: Failure): Error => {
  if (isDomainError) return new DomainError('CATALOGUE_UNAVAILABLE', message)
  return Object.assign(new Error(message), { stack: stack ?? message })
}

/**
 * For threads that come and go. V8 keeps the young generation of an ended thread, and the serving thread
 * frees it later in one go. That takes 25 ms for the usual 21 MB.
 */
export const threadLimits = { maxYoungGenerationSizeMb: 6 }
