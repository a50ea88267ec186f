import { setImmediate } from 'node:timers/promises'
import type { BuildCatalogue } from '../catalogue/build-catalogue.ts'
import type { JsonText } from '../catalogue/json-text.ts'
import { openCatalogue } from '../catalogue/open-catalogue.ts'
import type { SearchIndex } from '../catalogue/search-index.ts'
import { DomainError } from '../domain-error.ts'
import { type CatalogueThread, startCatalogueThread } from './catalogue-thread.ts'

interface WorkerBuilderOptions {
  /** How long building the catalogue may take, in milliseconds. */
  readonly buildMs?: number
  /** How long making the search index may take after that, in milliseconds. */
  readonly searchableMs?: number
  /** How long a search may take, in milliseconds. */
  readonly searchMs?: number
  /** How many searches may wait for the thread; one more is turned away. */
  readonly mostSearches?: number
  /** What runs instead of the real worker, in tests. */
  readonly script?: URL
}

const realScript = new URL('./catalogue-worker.ts', import.meta.url)

/**
 * Builds each catalogue in a thread of its own, which stays as its search engine until the search
 * index is closed: all that a catalogue needed goes with its thread.
 */
export const createWorkerBuilder =
  ({
    buildMs = 110_000,
    searchableMs = 900_000,
    searchMs = 10_000,
    mostSearches = 64,
    script = realScript,
  }: WorkerBuilderOptions = {}): BuildCatalogue =>
  async (document, signal) => {
    signal.throwIfAborted()
    const thread = startCatalogueThread(document, script)
    const stop = () => thread.end(signal.reason)
    signal.addEventListener('abort', stop)
    try {
      endUnless(thread, thread.packed, buildMs, 'Building the catalogue')
      await sendPieces(thread, document.index)
      const packed = await thread.packed
      endUnless(thread, thread.searchable, searchableMs, 'Making the search index')
      return {
        catalogue: openCatalogue(packed, document),
        findings: packed.findings,
        search: toSearchIndex(thread, { searchMs, mostSearches }),
        searchReady: thread.searchable,
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

/** A thread that does not answer in time will not answer any more. */
const endUnless = (thread: CatalogueThread, work: Promise<unknown>, ms: number, what: string) => {
  const text = `${what} took longer than ${ms / 1000} seconds`
  const end = () => thread.end(new DomainError('CATALOGUE_UNAVAILABLE', text))
  const timer = setTimeout(end, ms).unref()
  const stop = () => clearTimeout(timer)
  work.then(stop, stop)
}

/** Copying a megabyte takes about as long as a request. */
const copiedAtOnce = 1_000_000

/** The document stays whole: whoever read it may need it again. */
const sendPieces = async (thread: CatalogueThread, index: JsonText) => {
  let copied = 0
  for (const piece of index) {
    for (let from = 0; from < piece.length; from += copiedAtOnce) {
      const copy = new Uint8Array(piece.subarray(from, from + copiedAtOnce))
      copied += copy.length
      thread.send(copy)
      if (copied < copiedAtOnce) continue
      copied = 0
      await setImmediate()
      if (!thread.isRunning()) return
    }
  }
  thread.sendEnd()
}

interface SearchLimits {
  readonly searchMs: number
  readonly mostSearches: number
}

const toSearchIndex = (
  thread: CatalogueThread,
  { searchMs, mostSearches }: SearchLimits,
): SearchIndex => {
  let waiting = 0
  const settle = () => void waiting--
  return {
    search: (request) => {
      if (waiting >= mostSearches) return Promise.reject(tooManySearches())
      waiting++
      const found = thread.search(request)
      found.then(settle, settle)
      endUnless(thread, found, searchMs, 'A search')
      return found
    },
    isUsable: thread.isRunning,
    close: () => thread.end(new DomainError('CATALOGUE_UNAVAILABLE', 'The search index is closed')),
  }
}

const tooManySearches = () =>
  new DomainError('BUSY', 'Too many searches are waiting: try again in a moment')
