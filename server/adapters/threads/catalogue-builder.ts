import { setImmediate } from 'node:timers/promises'
import type { BuildCatalogue, BuiltCatalogue } from '../../catalogue/build-catalogue.ts'
import { createCatalogue, openCatalogue } from '../../catalogue/packed/create-catalogue.ts'
import { sharedBytes } from '../../catalogue/packed/shared-arrays.ts'
import type { SearchIndex } from '../../catalogue/search-index.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import { createSqliteSearch } from '../../database/search.ts'
import { DomainError } from '../../domain-error.ts'
import { prepareAnswer } from '../prepare-answer.ts'
import type { CatalogueHandlers, PackJob, SearchJob } from './catalogue-worker.ts'
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
      const packed = await limited(thread, packing, buildMs, 'Building the catalogue')
      const { version, filesUrl } = document
      return {
        catalogue: openCatalogue(packed, document),
        findings: packed.findings,
        ...createThreadSearch(
          script,
          { packed, document: { version, filesUrl } },
          { searchMs, mostSearches },
        ),
      }
    } finally {
      signal.removeEventListener('abort', stop)
      thread.end()
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

const limited = <T>(thread: CatalogueThread, work: Promise<T>, ms: number, what: string) => {
  const late = new DomainError(
    'CATALOGUE_UNAVAILABLE',
    `${what} took longer than ${ms / 1000} seconds`,
  )
  const timer = setTimeout(() => thread.end(late), ms).unref()
  work.catch(thread.end).finally(() => clearTimeout(timer))
  return work
}

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

/** The thread, which takes 20 MB of memory, starts when the search index is built. Many servers are never searched. */
const createThreadSearch = (
  script: URL,
  job: SearchJob,
  { searchMs, mostSearches }: { searchMs: number; mostSearches: number },
): Pick<BuiltCatalogue, 'search' | 'prepareSearch'> => {
  let thread: CatalogueThread | undefined
  let waiting = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  // A search's time limit starts again with each answer, so that searches behind others do not time out.
  const watch = () => {
    clearTimeout(timer)
    if (waiting > 0) timer = setTimeout(() => thread?.end(stuck()), searchMs).unref()
    else if (isClosed) thread?.end(closed())
  }
  const settle = () => {
    waiting--
    watch()
  }
  const search: SearchIndex = {
    search: (request) => {
      if (isClosed || thread === undefined) return Promise.reject(closed())
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
    isUsable: () => !isClosed && thread?.isRunning() !== false,
    close: () => {
      isClosed = true
      watch()
    },
  }
  const prepareSearch = () => {
    if (isClosed) return Promise.reject(closed())
    thread = startThread<CatalogueHandlers>(script)
    thread.unref()
    const built = thread.ask('buildSearchIndex', job)
    return limited(thread, built, searchIndexMs, 'Building the search index')
  }
  return { search, prepareSearch }
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
