import type { DeviceType } from '../../shared/wallpaper.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface SearchRequest {
  readonly q: string
  readonly type?: DeviceType | undefined
  readonly category?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface SearchHits {
  readonly total: number
  /** Most relevant first; `relevance` is 0 to 1. */
  readonly hits: readonly { readonly id: string; readonly relevance: number }[]
}

/** Port: full-text search over one immutable snapshot of the catalogue (spec §4.4). */
export interface SearchIndex {
  search(request: SearchRequest): Promise<SearchHits>
  close(): void
}

export type CreateSearchIndex = (wallpapers: readonly Wallpaper[]) => Promise<SearchIndex>
