import { Worker } from 'node:worker_threads'
import type { PackedCatalogue } from '../../catalogue/packed/pack-catalogue.ts'
import type { SearchHits, SearchRequest } from '../../catalogue/search-index.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'

export type CatalogueThread = ReturnType<typeof startCatalogueThread>

type SharedDocument = Omit<CatalogueDocument, 'index'> & Pick<WorkerJob, 'text'>

export const startCatalogueThread = (
  document: SharedDocument,
  { script, isShared }: { script: URL; isShared: boolean },
) => {
  const worker = new Worker(script, { resourceLimits: threadLimits })
  worker.postMessage(toJob(document, isShared))
  const packed = createPromise<PackedCatalogue>()
  const searchable = createPromise<void>()
  // The thread answers searches in the order in which it received them.
  const searches: PromiseWithResolvers<SearchHits>[] = []
  let ended: DomainError | undefined

  const end = (reason: unknown) => {
    ended ??= toDomainError(reason)
    for (const { reject } of [packed, searchable, ...searches.splice(0)]) reject(ended)
    void worker.terminate()
  }
  const take = (message: FromWorker) => {
    if (message.kind === 'failed') end(toError(message.failure))
    else if (message.kind === 'searchable') searchable.resolve()
    else if (message.kind === 'found') searches.shift()?.resolve(message.hits)
    else if (message.kind === 'notFound')
      searches.shift()?.reject(toDomainError(toError(message.failure)))
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
    search: (request: SearchRequest): Promise<SearchHits> => {
      if (ended !== undefined) return Promise.reject(ended)
      const search = createPromise<SearchHits>()
      searches.push(search)
      worker.postMessage(request)
      return search.promise
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

// Without `catch`, a promise that rejects while nothing waits for it would end the process.
const createPromise = <T>() => {
  const created = Promise.withResolvers<T>()
  created.promise.catch(() => undefined)
  return created
}

/** The first message to the worker. Every later message is a `SearchRequest`. */
export interface WorkerJob {
  text: Uint8Array
  isShared: boolean
  document: Omit<CatalogueDocument, 'index' | 'mainFiles'>
  /** The names of the files in `main/`, joined with `\0`. Posting a string is faster than posting a Set. */
  mainFiles: string | undefined
}

export type FromWorker =
  | { kind: 'packed'; packed: PackedCatalogue }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'searchable' }
  | { kind: 'found'; hits: SearchHits }
  | { kind: 'notFound'; failure: Failure }

// The class of an error is lost between threads, so its parts are sent instead.
interface Failure {
  message: string
  stack: string | undefined
  isDomainError: boolean
}

export const toFailure = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack : undefined,
  isDomainError: error instanceof DomainError,
})

const toError = ({ message, stack, isDomainError }: Failure): Error => {
  if (isDomainError) return new DomainError('CATALOGUE_UNAVAILABLE', message)
  return Object.assign(new Error(message), { stack: stack ?? message })
}

/**
 * For threads that come and go. V8 keeps the young generation of an ended thread, and the serving thread
 * frees it later in one go. That takes 25 ms for the usual 21 MB.
 */
export const threadLimits = { maxYoungGenerationSizeMb: 6 }
