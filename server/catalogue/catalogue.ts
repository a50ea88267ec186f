import type { HostedQuery } from '../../shared/hosted-api.ts'
import type { DeviceType } from '../../shared/wallpaper.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface WallpaperFilter {
  category?: string | undefined
  color?: string | undefined
  type?: DeviceType | undefined
}

export interface Pools {
  pool(filter: WallpaperFilter): Pool
  poolByName(filter: WallpaperFilter): Pool
}

/** All wallpapers of a server in one version. A catalogue never changes. Its rows have the numbers 0 to `size - 1`. */
export interface Catalogue extends Pools {
  version: string
  filesUrl: string | undefined
  size: number
  skipped: number
  answers: PreparedAnswers
  listCategories(): readonly string[]
  /** Returns a wallpaper by its row number. That takes about 10 µs, so prefer `idAt` and `mainPathAt`. */
  at(row: number): Wallpaper
  idAt(row: number): string
  mainPathAt(row: number): string
  find(id: string): Wallpaper | undefined
  among(ids: readonly string[]): Pools
  poolBySize(filter: SizeFilter): Pool
  hasFile(folder: FileFolder, file: string): boolean
}

export interface Pool {
  size: number
  rowAt(position: number): number
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
