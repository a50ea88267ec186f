import type { Search } from '../../shared/catalogue/answers.ts'
import { DomainError } from '../domain-error.ts'
import type { Timers } from '../ports.ts'
import type { Catalogue } from './catalogue.ts'

/** Port: full-text search over one immutable version of the catalogue (spec §4.4). */
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

interface SearchHandoverOptions {
  next: SearchIndex
  ready: Promise<void>
  previous: SearchIndex | undefined
  closeAfterMs?: number
  firstWaitMs?: number
  timers: Timers
}

/**
 * Searches the previous catalogue's index until the next index is ready, because building a search index takes
 * longer than building a catalogue. The caller must drop hits that are no longer in the catalogue.
 */
export const createSearchHandover = ({
  next,
  ready,
  previous,
  closeAfterMs = 10_000,
  firstWaitMs = 4_000,
  timers,
}: SearchHandoverOptions): SearchIndex => {
  let isReady = false
  // Cleared when the next index is ready. Otherwise each index would keep all earlier ones in memory.
  let replaced = previous
  const closePrevious = () => {
    const closing = replaced
    replaced = undefined
    if (closing) timers.schedule(closeAfterMs, closing.close)
  }
  const done = ready.then(() => {
    isReady = true
    closePrevious()
  })
  done.catch(() => undefined)

  const current = async () => {
    if (isReady) return next
    if (replaced?.isUsable()) return replaced
    await timers.limit(done, firstWaitMs, notReady())
    return next
  }
  return {
    search: async (query) => (await current()).search(query),
    isUsable: next.isUsable,
    close: () => {
      next.close()
      replaced?.close()
    },
  }
}

const notReady = () =>
  new DomainError('BUSY', 'The search index is not ready yet: try again in a moment')
