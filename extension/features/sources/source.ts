import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import type { PlainKey } from '../../platform/browser/texts.ts'
import type { Fetch } from '../../remote/http.ts'
import type { FilterChoices } from '../settings/setting-values.ts'
import type { Filters } from '../settings/settings.ts'
import type { BundledWallpaper } from '../wallpaper/deck.ts'
import type { ImageClient } from './image-client.ts'

/** Facts that follow from the name of a source. Every new tab loads those of all kinds. An absent fact is false. */
export interface SourceFacts {
  /** The name of the only source of this kind. Other kinds have `owns`. */
  only?: string
  /** Its name in texts. Other sources are called by their hosts. */
  label?: PlainKey
  owns?: (address: string) => boolean
  /** The pictures are in this browser, so nothing is downloaded, stored for offline use or linked to. */
  isInBrowser?: boolean
  /** Every tab has the pictures without asking. */
  isBundled?: boolean
  /** A person chose the pictures one by one. They have no address. */
  isPersonal?: boolean
  /** Somebody has chosen its pictures, so tabs show all of them, whatever their shape, category and color. */
  isList?: boolean
  /** It has accounts and favorites of other people, and leaves out the categories and tags that a person has blocked. */
  hasAccounts?: boolean
  /** The page of a wallpaper, unless that is its `source_url`. */
  pageOf?: (wallpaper: { catalogue: string; id: string }) => string
  /** Its name is the address of a site, perhaps with the name of the index. */
  isSite?: boolean
}

export interface SourceKind extends SourceFacts {
  /** Has the texts `source_{kind}`, `sourceHint_{kind}`, and perhaps `sourceNote_{kind}`. `WebField` needs `addressHint_{kind}`. */
  kind: string
  /** Its code is loaded with the first request, because many people use one source only. */
  open(deps: SourceDeps): Promise<Source>
  hasDays?: boolean
  hasSearch?: boolean
  /** Lists show the pictures that `readPreview` finds in this browser, and do not load their addresses. */
  hasStoredPreviews?: boolean
  /** The input that a person has to enter or choose first. */
  needs?: 'pictures'
  /** The name of a source, as an example of an address that a person can enter. Kinds with `only` have none. */
  example?: string
  isRecommended?: boolean
}

/** The catalogue of a favorite or of a picture in a list. Absent if the source that was asked has the wallpaper. */
export type Found = WallpaperDetail & {
  catalogue?: string
  /** A second wallpaper to show beside this one, as one picture. */
  beside?: WallpaperDetail
  /** The wallpaper was just added to a list, so the next tab shows it. */
  isNew?: boolean
}

/** Resolves with `undefined` if the source no longer has the wallpaper. Throws a `FetchError`. */
export type Describe = (name: string, id: string) => Promise<WallpaperDetail | undefined>

export interface DayPicture {
  /** The day, like `2026-11-22`. */
  date: string
  /** When the day ends, in milliseconds since 1970. `null` if the day is not today. */
  endsAt: number | null
  wallpaper: Found
}

/** Resolves with the picture of a day (default: today) that matches, or `undefined` if the source has none. */
export type FindDay = (filters: Filters, date?: string) => Promise<DayPicture | undefined>

export interface CatalogueClient {
  /** Resolves with up to ten wallpapers that match `filters`, without those in `exclude`. Throws a `FetchError`. */
  find(filters: Filters, exclude: readonly string[]): Promise<Found[]>
}

export interface SearchQuery {
  name: string
  q: string
  limit: number
}

export interface FoundWallpapers {
  total: number
  /** The best matches, the best one first. */
  wallpapers: WallpaperDetail[]
}

export interface CataloguePreview {
  /** The name of the source, for `Settings.sources`. */
  name: string
  /** How many wallpapers the catalogue has, unless that is not known. */
  count?: number
  /** How many rows of the index could not be read. */
  skipped: number
  /** Three wallpapers in the shape of the screen, or fewer if the catalogue has fewer. */
  wallpapers: WallpaperDetail[]
}

export interface Source extends CatalogueClient, ImageClient {
  describe: Describe
  findDay?: FindDay
  /** Searches by words. Resolves with `undefined` if its list is not stored yet. */
  search?(query: SearchQuery): Promise<FoundWallpapers | undefined>
  listChoices?(name: string): Promise<FilterChoices>
  readPreview?(id: string): Promise<Blob | undefined>
  /**
   * Fetches the catalogue at an address that a person typed, stores it, and checks that its pictures can be downloaded.
   * Resolves with `undefined` if the text is not an address.
   */
  preview?(typed: string): Promise<CataloguePreview | undefined>
  /** Resolves when no list is being fetched. The background waits for it, so that the browser keeps it running. */
  idle?(): Promise<void>
}

export interface SourceDeps {
  fetch: Fetch
  open(name: string): Promise<Source>
  /** Without a `fetch`, the client loads pictures that are part of the program. */
  connectImages(fetch?: Fetch): ImageClient
  bundle: readonly BundledWallpaper[]
  readSizing(): Promise<Sizing>
}

export interface Sizing {
  screen: ScreenSize | undefined
  /** Whether to save data. Then the preview is downloaded instead of the whole picture. */
  saves: boolean
}

export const shuffle = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
