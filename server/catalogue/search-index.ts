import type { Search, SearchHits } from '../../shared/catalogue/answers.ts'
import type { SearchQuery } from '../../shared/search-api.ts'
import { DomainError } from '../domain-error.ts'
import type { Timers } from '../ports.ts'
import type { Catalogue } from './catalogue.ts'

/** Port: full-text search over one immutable version of the catalogue. */
export interface SearchIndex extends Search {
  /** @throws DomainError `BUSY` when too many searches are waiting */
  search: Search['search']
  isUsable(): boolean
  /** Closes the search index. Later searches are rejected, but those already waiting still get their answers. */
  close(): void
}

export type SearchedCatalogue = Pick<
  Catalogue,
  'size' | 'at' | 'idAt' | 'rowOf' | 'newestAt' | 'pool'
>

/** `isSearched` says whether somebody has searched this catalogue or one before it. */
export type SearchHandover = SearchIndex & { isSearched(): boolean }

interface SearchHandoverOptions {
  next: SearchIndex
  prepare: () => Promise<void>
  previous: SearchHandover | undefined
  closeAfterMs?: number
  firstWaitMs?: number
  timers: Timers
}

/**
 * Builds the next index at the first search, or at once if the previous catalogue was searched. Until it is ready, searches
 * use the previous index, which may find wallpapers that are gone. The caller must leave these out.
 */
export const createSearchHandover = ({
  next,
  prepare,
  previous,
  closeAfterMs = 1_000,
  firstWaitMs = 4_000,
  timers,
}: SearchHandoverOptions): SearchHandover => {
  let isReady = false
  // Cleared when the next index is ready. Otherwise each index would keep all earlier ones in memory.
  let replaced = previous
  const closePrevious = () => {
    if (replaced) timers.schedule(closeAfterMs, replaced.close)
    replaced = undefined
  }
  let done: Promise<void> | undefined
  const begin = () => {
    done ??= prepare().then(() => {
      isReady = true
      closePrevious()
    })
    return done
  }
  if (previous?.isSearched()) begin().catch(() => undefined)
  else closePrevious()

  const current = async () => {
    if (isReady) return next
    if (replaced?.isUsable()) return replaced
    await timers.limit(begin(), firstWaitMs, notReady())
    return next
  }
  const known = new Map<string, SearchHits>()
  const searchOnce = async (query: SearchQuery) => {
    const key = JSON.stringify(query)
    const hits = known.get(key) ?? (await next.search(query))
    if (known.size >= mostKnown) known.clear()
    known.set(key, hits)
    return hits
  }
  return {
    search: async (query) =>
      isReady && query.sort !== 'random' ? searchOnce(query) : (await current()).search(query),
    isUsable: next.isUsable,
    isSearched: () => done !== undefined,
    close: () => {
      next.close()
      replaced?.close()
    },
  }
}

// The most searches whose hits are cached. A page of 100 hits takes 12 kB.
const mostKnown = 500

const notReady = () =>
  new DomainError('BUSY', 'The search index is not ready yet: try again in a moment')
