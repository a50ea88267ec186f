import type { DeviceType } from '../../shared/wallpaper.ts'
import { DomainError } from '../domain-error.ts'
import type { Catalogue } from './catalogue.ts'
import { settlesWithin } from './deadline.ts'

export interface SearchRequest {
  q: string
  type?: DeviceType | undefined
  category?: string | undefined
  limit: number
  offset: number
}

export interface SearchHits {
  total: number
  /** Most relevant first; `relevance` is 0 to 1. */
  hits: readonly { id: string; relevance: number }[]
}

/** Port: full-text search over one immutable snapshot of the catalogue (spec §4.4). */
export interface SearchIndex {
  /** @throws DomainError `BUSY` when too many wait already */
  search(request: SearchRequest): Promise<SearchHits>
  /** Whether it still can be searched: an engine in a process of its own may have died. */
  isUsable(): boolean
  /** Takes no more searches; those that wait are still answered. */
  close(): void
}

/** What a search index reads of a catalogue. */
export type SearchedCatalogue = Pick<Catalogue, 'size' | 'at' | 'idAt'>

interface SearchHandoverOptions {
  next: SearchIndex
  /** Settles when `next` can be searched. */
  ready: Promise<void>
  /** Answers until then; closed afterwards. */
  previous: SearchIndex | undefined
  /** What began on the previous index must still end well: how long it stays open, in milliseconds. */
  closeAfterMs?: number
  /** How long the first searches of all wait, in milliseconds. */
  firstWaitMs?: number
}

/**
 * A search index that is replaced without a gap: making a large one takes longer than reading the
 * catalogue. Ids that only the previous catalogue has are for the caller to drop.
 */
export const createSearchHandover = ({
  next,
  ready,
  previous,
  closeAfterMs = 10_000,
  firstWaitMs = 4_000,
}: SearchHandoverOptions): SearchIndex => {
  let isReady = false
  // Let go of once it is replaced: it knows the one before it, which knows the one before that.
  let replaced = previous
  const closePrevious = () => {
    const closing = replaced
    replaced = undefined
    if (closing) setTimeout(() => closing.close(), closeAfterMs).unref()
  }
  const done = ready.then(() => {
    isReady = true
    closePrevious()
  })
  done.catch(() => undefined)

  const waitForFirst = async () => {
    if (!(await settlesWithin(done, firstWaitMs))) throw stillMaking()
    await done
    return next
  }
  const current = async () => {
    if (isReady) return next
    return replaced?.isUsable() ? replaced : waitForFirst()
  }
  return {
    search: async (request) => (await current()).search(request),
    isUsable: next.isUsable,
    close: () => {
      next.close()
      replaced?.close()
    },
  }
}

const stillMaking = () =>
  new DomainError('BUSY', 'The search index is still being made: try again in a moment')
