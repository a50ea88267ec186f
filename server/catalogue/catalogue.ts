import type { Resolution } from '../../shared/filter-values.ts'
import type { DeviceType } from '../../shared/wallpaper.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface WallpaperFilter {
  category?: string | undefined
  color?: string | undefined
  type?: DeviceType | undefined
}

export interface Pools {
  /** By the index's own category (spec §4.1). */
  pool(filter: WallpaperFilter): Pool
  /** By the index's category or a whole word of the file name (spec §4.2). */
  poolByName(filter: WallpaperFilter): Pool
}

/** Everything the server knows about its wallpapers, as one immutable snapshot. Rows are numbered 0 to `size - 1`. */
export interface Catalogue extends Pools {
  version: string
  /** The address of `main/` and `cache/`, without a trailing slash. `undefined` means that this server has the files. */
  filesUrl: string | undefined
  size: number
  skipped: number
  answers: PreparedAnswers
  listCategories(): readonly string[]
  /** Parses a row, which takes about 10 µs. `idAt` and `mainPathAt` are faster. */
  at(row: number): Wallpaper
  idAt(row: number): string
  mainPathAt(row: number): string
  find(id: string): Wallpaper | undefined
  /** Pools that contain only the given wallpapers. Takes a few µs per id. */
  among(ids: readonly string[]): Pools
  /** By the size in pixels (spec §4.3). Wallpapers of unknown size are left out. */
  poolBySize(filter: SizeFilter): Pool
  hasFile(folder: FileFolder, file: string): boolean
}

export interface Pool {
  size: number
  rowAt(position: number): number
}

/** An answer that depends on the catalogue alone. It is made once, in memory that threads share. */
export interface PreparedAnswer {
  body: Uint8Array
  etag: string
  /** The compressed body, unless it is too short to gain from it or too long to compress at once. */
  gzip: Uint8Array | undefined
  br: Uint8Array | undefined
  /** Whether the first request compresses the body, because that would delay the start. */
  isCompressedLater: boolean
}

export type PrepareAnswer = (body: Uint8Array) => PreparedAnswer

export interface PreparedAnswers {
  index: PreparedAnswer
  categories: PreparedAnswer
  /** The distinct colors of `tags.json`, in its order (spec §4.5). */
  colors: PreparedAnswer
}

export interface SizeFilter {
  tag?: DeviceType | undefined
  resolution?: Resolution | undefined
}

export type FileFolder = 'main' | 'cache'
