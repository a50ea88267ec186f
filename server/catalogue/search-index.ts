import type { DeviceType } from '../../shared/wallpaper.ts'
import type { Catalogue } from './catalogue.ts'

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
