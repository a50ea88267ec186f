import type { CategoryRecord } from '../../shared/catalogue-api.ts'
import type { DeviceType } from '../../shared/wallpaper.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface WallpaperFilter {
  readonly category?: string | undefined
  readonly color?: string | undefined
  readonly type?: DeviceType | undefined
}

/** The wallpapers that match a filter, addressable without a scan. */
export interface Pool {
  readonly size: number
  /** The wallpaper at `position`, 0 to `size - 1`. */
  at(position: number): Wallpaper
}

/** One immutable snapshot of everything the server knows of its wallpapers. */
export interface Catalogue {
  readonly version: string
  /** Where `main/` and `cache/` are found, without a trailing slash; `undefined`: on this server. */
  readonly filesUrl: string | undefined
  readonly wallpapers: readonly Wallpaper[]
  /** Index rows left out because nothing could be shown for them. */
  readonly skipped: number
  readonly categories: readonly CategoryRecord[]
  /** Distinct colour names of `tags.json`, in its order. */
  readonly colorNames: readonly string[]
  /** The rows of the index as its clients read them, without the rows left out. */
  readonly rows: readonly unknown[]
  find(id: string): Wallpaper | undefined
  /** By the index's own category (spec §4.1). */
  pool(filter: WallpaperFilter): Pool
  /** By the index's category or a whole word of the file name (spec §4.2). */
  poolByName(filter: WallpaperFilter): Pool
}
