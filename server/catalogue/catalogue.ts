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

/**
 * One immutable snapshot of everything the server knows of its wallpapers, by the numbers of their
 * rows, 0 to `size - 1`.
 */
export interface Catalogue extends Pools {
  version: string
  /** Where `main/` and `cache/` are found, without a trailing slash; `undefined`: on this server. */
  filesUrl: string | undefined
  size: number
  /** Index rows left out because nothing could be shown for them. */
  skipped: number
  answers: PreparedAnswers
  /** The names of the categories that have wallpapers, largest first, then by name. */
  listCategories(): readonly string[]
  /** Reads a row, which takes about 10 µs: `idAt` and `mainPathAt` are quicker. */
  at(row: number): Wallpaper
  idAt(row: number): string
  /** The full-resolution file, as `WallpaperUrls.fullAt` takes it. */
  mainPathAt(row: number): string
  find(id: string): Wallpaper | undefined
  /** The same pools of these wallpapers alone; takes time for each id, some µs. */
  among(ids: readonly string[]): Pools
  /** By the size in pixels (spec §4.3); a row of unknown size is in no such pool. */
  poolBySize(filter: SizeFilter): Pool
  /** Whether the index names this file; for files on this server only. */
  hasFile(folder: FileFolder, file: string): boolean
}

/** The rows that match a filter, addressable without a scan. */
export interface Pool {
  size: number
  /** The number of the row at `position`, 0 to `size - 1`. */
  rowAt(position: number): number
}

/** The body of an answer that depends on the catalogue alone, made once, in memory that threads share. */
export interface PreparedAnswer {
  /** JSON. */
  body: Uint8Array
  /** Changes whenever the body does; with its quotes. */
  etag: string
  /** The same compressed, where that is worth it and takes no time. */
  gzip: Uint8Array | undefined
  br: Uint8Array | undefined
  /** Worth it, but for the first who asks for it: a server that starts does not wait for it. */
  isCompressedLater: boolean
}

export type PrepareAnswer = (body: Uint8Array) => PreparedAnswer

export interface PreparedAnswers {
  /** The rows of the index as its clients read them, without the rows left out. */
  index: PreparedAnswer
  /** Largest first, then by name. */
  categories: PreparedAnswer
  /** The distinct colors of `tags.json`, in its order (spec §4.5). */
  colors: PreparedAnswer
}

/** Which sizes are asked for (spec §4.3). */
export interface SizeFilter {
  tag?: DeviceType | undefined
  resolution?: Resolution | undefined
}

/** Where the files of wallpapers and of their previews are. */
export type FileFolder = 'main' | 'cache'
