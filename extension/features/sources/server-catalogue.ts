import { bareDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { categoryNames, colorNames } from '../../../shared/filter-values.ts'
import { decodePart, isRowId } from '../../../shared/ids.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { WallpapersResponse } from '../../../shared/wallpapers-api.ts'
import { connect, getExactly, isNotFound } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { toFetchError } from '../../remote/problem.ts'
import type { FilterChoices } from '../settings/setting-values.ts'
import type { Filters } from '../settings/settings.ts'
import { inScreenSize } from './image-client.ts'
import type {
  DayPicture,
  Found,
  FoundWallpapers,
  SearchQuery,
  Source,
  SourceDeps,
} from './source.ts'

const count = 10
const deadlineMs = 10_000

export const openServerCatalogue = ({ fetch, connectImages }: SourceDeps): Source => ({
  ...createServerCatalogue(fetch),
  load: inScreenSize(connectImages(fetch).load),
})

export const createServerCatalogue = (fetch?: Fetch) => ({
  find: async (filters: Filters, exclude: readonly string[]): Promise<Found[]> => {
    try {
      const query = { include: 'details', count, ...toFilterParams(filters), exclude } as const
      const answer = await connect(filters.catalogue, { fetch, deadlineMs }).getWallpapers(query)
      return toDetails(answer).filter(({ id }) => !exclude.includes(id))
    } catch (error) {
      if (!isNotFound(error)) throw toFetchError(error)
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
  search: async ({ name, ...query }: SearchQuery): Promise<FoundWallpapers> => {
    const client = connect(name, { fetch, deadlineMs })
    const { total, items = [] } = await client.searchWallpapers({ ...query, include: 'details' })
    return { total, wallpapers: items }
  },
  listChoices: async (server: string): Promise<FilterChoices> => {
    const client = connect(server, { fetch, deadlineMs })
    const [categories, colors] = await Promise.all([
      unlessEmpty(client.getCategories()),
      unlessEmpty(client.getColors()),
    ])
    return {
      categories:
        categories?.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name)) ??
        usualChoices.categories,
      // A catalogue may use other color names, but only the names in `shared/` can be shown as a swatch.
      colors: colors
        ? colorNames.filter((known) => colors.some(({ name }) => name === known))
        : usualChoices.colors,
    }
  },
})

const unlessEmpty = async <T>(call: Promise<T[]>): Promise<T[] | undefined> => {
  const list = await call.catch(() => [])
  return list.length > 0 ? list : undefined
}

export const usualChoices: FilterChoices = {
  categories: categoryNames.map((name) => ({ name })),
  colors: colorNames,
}

const toFilterParams = ({ catalogue: _, list: __, ids, ...written }: Filters) => ({
  ...written,
  ids: ids?.split(','),
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
