import { bareDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { decodePart, isRowId } from '../../../shared/ids.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { WallpapersResponse } from '../../../shared/wallpapers-api.ts'
import { connect, getExactly, isNotFound } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { FetchError, toFetchError } from '../../remote/problem.ts'
import { isList } from '../settings/setting-values.ts'
import type { Filters } from '../settings/settings.ts'

const count = 10
const deadlineMs = 10_000

/** A favorite names its catalogue. Other wallpapers come from the catalogue that was asked. */
export type Found = WallpaperDetail & { catalogue?: string }

export interface CatalogueClient {
  /** Resolves with up to ten wallpapers that match `filters`, without those in `exclude`. Throws a `FetchError`. */
  find(filters: Filters, exclude: readonly string[]): Promise<Found[]>
}

export interface DayPicture {
  /** The day, like `2026-11-22`. */
  date: string
  /** When the day ends, in milliseconds since 1970. `null` if the day is not today. */
  endsAt: number | null
  wallpaper: Found
}

/** Resolves with the picture of a day (default: today) that matches, or `undefined` if the server has none. */
export type FindDay = (filters: Filters, date?: string) => Promise<DayPicture | undefined>

/** Resolves with `undefined` if the catalogue no longer has the wallpaper. Throws a `FetchError`. */
export type Describe = (catalogue: string, id: string) => Promise<WallpaperDetail | undefined>

/** The catalogues of Fresco servers. Their names are the addresses of the servers. */
export const createCatalogueClient = (fetch?: Fetch) => ({
  find: async (filters: Filters, exclude: readonly string[]): Promise<Found[]> => {
    try {
      const query = { include: 'details', count, ...toFilterParams(filters), exclude } as const
      const answer = await connect(filters.catalogue, { fetch, deadlineMs }).getWallpapers(query)
      return toDetails(answer).filter(({ id }) => !exclude.includes(id))
    } catch (error) {
      if (!isNotFound(error)) throw toFetchError(error)
      if (isList(filters.source) && error.message === nobody)
        throw new FetchError({ kind: 'no-list', list: filters.source }, { cause: error })
      return []
    }
  },
  describe: (server: string, id: string): Promise<WallpaperDetail | undefined> =>
    getExactly(connect(server, { fetch, deadlineMs }), id).catch((error: unknown) => {
      if (!isNotFound(error)) throw toFetchError(error)
      return undefined
    }),
  /** The days begin and end at midnight in this device's time zone. */
  findDay: async (filters: Filters, date?: string): Promise<DayPicture | undefined> => {
    // Without a server, there is no picture of the day.
    if (!filters.catalogue) return
    const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions()
    const query = { ...toFilterParams(filters), tz, date }
    try {
      const answer = await connect(filters.catalogue, { fetch, deadlineMs }).getToday(query)
      const { next_at: nextAt, wallpaper } = answer
      return { date: answer.date, endsAt: nextAt === null ? null : Date.parse(nextAt), wallpaper }
    } catch (error) {
      // A server that has only the documented API answers 404, too.
      if (error instanceof FrescoError && Number(error.status) < 429) return
      throw toFetchError(error)
    }
  },
})

// The API's documented error text for an unknown username (spec §7).
const nobody = 'User not found'

const toFilterParams = ({ catalogue: _, source, ...written }: Filters) => ({
  ...written,
  from: isList(source) ? source : undefined,
})

// A server with only the documented API sends image addresses without details such as title and size.
const toDetails = ({ items, wallpapers, type }: WallpapersResponse): WallpaperDetail[] =>
  items ?? wallpapers.map((url) => toBareDetail(url, type)).filter(({ id }) => isRowId(id))

const toBareDetail = (url: string, type: WallpapersResponse['type']): WallpaperDetail => {
  const file = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  return bareDetail({
    id: decodePart(file).replace(/\.[^.]+$/, ''),
    type: type === 'all' ? null : type,
    format: file.split('.').at(-1) ?? '',
    url,
  })
}
