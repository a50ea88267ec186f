import { setImmediate } from 'node:timers/promises'
import type { BuildCatalogue } from '../../catalogue/build-catalogue.ts'
import { createCatalogue, openCatalogue } from '../../catalogue/packed/create-catalogue.ts'
import { sharedBytes } from '../../catalogue/packed/shared-arrays.ts'
import type { SearchIndex } from '../../catalogue/search-index.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import { createSqliteSearch } from '../../database/search.ts'
import { DomainError } from '../../domain-error.ts'
import { prepareAnswer } from '../prepare-answer.ts'
import type { CatalogueHandlers, PackJob } from './catalogue-worker.ts'
import { startThread, type Thread, toDomainError } from './thread.ts'

export const createCatalogueBuilder = (workerFromBytes = 64_000): BuildCatalogue => {
  const inWorker = createWorkerBuilder()
  return (document, signal) =>
    document.index.length < workerFromBytes
      ? buildInProcess(document, signal)
      : inWorker(document, signal)
}

type CatalogueThread = Thread<CatalogueHandlers>

const searchIndexMs = 900_000

export const createWorkerBuilder =
  ({
    buildMs = 110_000,
    searchMs = 60_000,
    mostSearches = 64,
    script = new URL('./catalogue-worker.ts', import.meta.url),
  } = {}): BuildCatalogue =>
  async (document, signal) => {
    signal.throwIfAborted()
    const text = await toSharedText(document.index)
    signal.throwIfAborted()
    const thread = startThread<CatalogueHandlers>(script)
    const stop = () => thread.end(signal.reason)
    signal.addEventListener('abort', stop)
    try {
      // The catalogue's text is posted as a message. As `workerData`, it would stay in memory as long as the thread.
      const packing = thread.ask('pack', toJob(document, text))
      const packed = await endOnFailure(thread, packing, buildMs, 'Building the catalogue')
      thread.unref()
      const index = () => thread.ask('buildSearchIndex', undefined)
      return {
        catalogue: openCatalogue(packed, document),
        findings: packed.findings,
        search: toSearchIndex(thread, searchMs, mostSearches),
        prepareSearch: () =>
          endOnFailure(thread, index(), searchIndexMs, 'Building the search index'),
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

const toJob = (
  { index: _, gone: __, mainFiles, ...document }: CatalogueDocument,
  text: Uint8Array,
): PackJob => ({
  text,
  // The tags may be part of a large buffer, and posting them would copy that whole buffer.
  document: { ...document, tags: new Uint8Array(document.tags) },
  mainFiles: mainFiles && [...mainFiles].join('\0'),
})

const endOnFailure = <T>(thread: CatalogueThread, work: Promise<T>, ms: number, what: string) => {
  const timer = setTimeout(() => thread.end(late(what, ms)), ms).unref()
  work.catch(thread.end).finally(() => clearTimeout(timer))
  return work
}

const late = (what: string, ms: number) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `${what} took longer than ${ms / 1000} seconds`)

// Copying this much takes about as long as answering a request. Other requests get their turn in between.
const copiedAtOnce = 1_000_000

const toSharedText = async (index: Uint8Array): Promise<Uint8Array> => {
  if (index.buffer instanceof SharedArrayBuffer) return index
  const text = sharedBytes(index.length)
  for (let from = 0; from < index.length; from += copiedAtOnce) {
    text.set(index.subarray(from, from + copiedAtOnce), from)
    await setImmediate()
  }
  return text
}

const toSearchIndex = (
  thread: CatalogueThread,
  searchMs: number,
  mostSearches: number,
): SearchIndex => {
  let waiting = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  // A search's time limit starts again with each answer, so that searches behind others do not time out.
  const watch = () => {
    clearTimeout(timer)
    if (waiting > 0) timer = setTimeout(() => thread.end(stuck()), searchMs).unref()
    else if (isClosed) thread.end(closed())
  }
  const settle = () => {
    waiting--
    watch()
  }
  return {
    search: (request) => {
      if (isClosed) return Promise.reject(closed())
      if (waiting >= mostSearches) return Promise.reject(tooManySearches())
      waiting++
      if (waiting === 1) watch()
      // The error of the thread would say that the catalogue is not available, which is not logged again.
      const found = thread.ask('search', request).catch((error: Error) => {
        throw error.cause ?? error
      })
      found.then(settle, settle)
      return found
    },
    isUsable: () => !isClosed && thread.isRunning(),
    close: () => {
      isClosed = true
      watch()
    },
  }
}

const closed = () => new DomainError('CATALOGUE_UNAVAILABLE', 'The search index is closed')

// The next refresh builds the catalogue again, because this index is no longer usable.
const stuck = () =>
  new DomainError('BUSY', 'The search index is being built again: try again in a moment')

const tooManySearches = () =>
  new DomainError('BUSY', 'Too many searches are waiting: try again in a moment')

export const buildInProcess: BuildCatalogue = async (document) => {
  try {
    const { catalogue, findings } = createCatalogue(document, prepareAnswer)
    const search = await createSqliteSearch(catalogue)
    return { catalogue, findings, search, prepareSearch: async () => undefined }
  } catch (error) {
    throw toDomainError(error)
  }
}
