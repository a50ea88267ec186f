import type { DeviceType } from '../../shared/wallpaper.ts'
import type { FileFolder } from './packed/file-names.ts'
import type { SizeFilter } from './packed/shelves.ts'
import type { Pool } from './pool.ts'
import type { PreparedAnswers } from './prepared-answer.ts'
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
