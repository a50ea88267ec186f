import type { HostedQuery } from '../../shared/hosted-api.ts'
import type { WallpaperFilters } from '../../shared/wallpaper-filters.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface Pools {
  pool(filters: WallpaperFilters): Pool
  poolByName(filters: WallpaperFilters): Pool
}

/** All wallpapers of a server in one version. A catalogue never changes. Its rows have the numbers 0 to `size - 1`. */
export interface Catalogue extends Pools {
  version: string
  filesUrl: string | undefined
  size: number
  skipped: number
  unmeasured: Unmeasured
  answers: PreparedAnswers
  listCategories(): readonly string[]
  /** Returns a wallpaper by its row number. That takes about 10 µs, so prefer `idAt` and `mainPathAt`. */
  at(row: number): Wallpaper
  idAt(row: number): string
  mainPathAt(row: number): string
  find(id: string): Wallpaper | undefined
  /** Returns the row of the index with this id, as it is in the index. */
  recordOf(id: string): unknown
  among(ids: readonly string[]): Pools
  /**
   * Returns the number of a row's group of near-duplicates. 0 means that no other wallpaper looks like it.
   * `undefined` means that this catalogue has no near-duplicates.
   */
  groupAt: ((row: number) => number) | undefined
  rowOf(id: string): number | undefined
  /** Returns the wallpapers whose size is known and that match the filters. */
  poolBySize(filters: SizeFilter): Pool
  /** Returns a row by its place in the order from the newest wallpaper, 0, to the oldest. */
  newestAt(place: number): number
  /**
   * Counts the wallpapers that a filter leaves out only because their size, luminance or palette is not known.
   */
  countUnmeasured(filters: WallpaperFilters & { isByName?: boolean }): number
  hasFile(folder: FileFolder, file: string): boolean
}

export interface Pool {
  size: number
  rowAt(position: number): number
  has(row: number): boolean
}

/** How many wallpapers have no known size, luminance or palette, so that filters by them leave the wallpapers out. */
export interface Unmeasured {
  size: number
  luminance: number
  palette: number
}

export interface PreparedAnswer {
  body: Uint8Array
  etag: string
  gzip: Uint8Array | undefined
  br: Uint8Array | undefined
  /** A long response is compressed at its first request. Doing it earlier would delay the server's start. */
  isCompressedLater: boolean
}

export type PrepareAnswer = (body: Uint8Array) => PreparedAnswer

export interface PreparedAnswers {
  index: PreparedAnswer
  categories: PreparedAnswer
  colors: PreparedAnswer
}

export type SizeFilter = Omit<HostedQuery, 'count'>

export type FileFolder = 'main' | 'cache'
