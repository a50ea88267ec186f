import type { AnsweredCatalogue } from '../../shared/catalogue/answers.ts'
import type { Pool } from '../../shared/catalogue/select.ts'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import type { HostedQuery } from '../../shared/hosted-api.ts'

/** All wallpapers of a server in one version. A catalogue never changes. */
export interface Catalogue extends AnsweredCatalogue {
  version: string
  filesUrl: string | undefined
  answers: PreparedAnswers
  listCategories(): readonly string[]
  /** Returns the name of the folder that a category comes from, if it says more than the category. */
  labelOf(category: string): string | undefined
  /** Lists a few tags, the commonest first. */
  listCommonTags(): readonly string[]
  /** Returns a wallpaper by its row number. The first time takes about 10 µs, so prefer `idAt` and `mainPathAt`. */
  at(row: number): Wallpaper
  /** Returns the id of the wallpaper that a text means (`findSpelled`). */
  idOf(text: string): string | undefined
  /** Returns the wallpapers whose size is known and that match the filters. */
  poolBySize(filters: SizeFilter): Pool
  hasFile(folder: FileFolder, file: string): boolean
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

export type PreparedAnswers = Record<
  'index' | 'categories' | 'colors' | 'tags' | 'tagsFile',
  PreparedAnswer
>

export type SizeFilter = Omit<HostedQuery, 'count'>

export type FileFolder = 'main' | 'cache'
