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
  /** How many rows of the index were left out because they cannot be shown. */
  skipped: number
  answers: PreparedAnswers
  /** The names of the categories that have wallpapers, largest first, then by name. */
  listCategories(): readonly string[]
  /** Parses a row, which takes about 10 µs. `idAt` and `mainPathAt` are faster. */
  at(row: number): Wallpaper
  idAt(row: number): string
  /** The path of the full-resolution file, encoded for `WallpaperUrls.fullAt`. */
  mainPathAt(row: number): string
  find(id: string): Wallpaper | undefined
  /** Pools that contain only the given wallpapers. Takes a few µs per id. */
  among(ids: readonly string[]): Pools
  /** By the size in pixels (spec §4.3). Wallpapers of unknown size are left out. */
  poolBySize(filter: SizeFilter): Pool
  /** Whether the index names this file. Always false if the files are not on this server. */
  hasFile(folder: FileFolder, file: string): boolean
}

/** The rows that match a filter. Any of them is found without a scan. */
export interface Pool {
  size: number
  /** The number of the row at a position from 0 to `size - 1`. */
  rowAt(position: number): number
}

/** An answer that depends on the catalogue alone. It is made once, in memory that threads share. */
export interface PreparedAnswer {
  /** JSON. */
  body: Uint8Array
  /** The value of the `ETag` header, with its quotes. */
  etag: string
  /** The compressed body, unless it is too short to gain from it or too long to compress at once. */
  gzip: Uint8Array | undefined
  br: Uint8Array | undefined
  /** Whether the first request compresses the body, because that would delay the start. */
  isCompressedLater: boolean
}

export type PrepareAnswer = (body: Uint8Array) => PreparedAnswer

export interface PreparedAnswers {
  /** The rows of the index, unchanged, without those that were left out. */
  index: PreparedAnswer
  /** Largest first, then by name. */
  categories: PreparedAnswer
  /** The distinct colors of `tags.json`, in its order (spec §4.5). */
  colors: PreparedAnswer
}

/** The sizes that a request accepts (spec §4.3). */
export interface SizeFilter {
  tag?: DeviceType | undefined
  resolution?: Resolution | undefined
}

/** `main` has the full-resolution files and `cache` the previews. */
export type FileFolder = 'main' | 'cache'
