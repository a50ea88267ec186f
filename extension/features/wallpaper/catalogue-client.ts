import { apiErrorSchema } from '../../../shared/api-error.ts'
import { type WallpaperDetail, wallpaperSchema } from '../../../shared/wallpaper.ts'
import { isWallpaperId } from '../../../shared/wallpaper-id.ts'
import {
  type WallpapersResponse,
  wallpapersResponseSchema,
} from '../../../shared/wallpapers-api.ts'
import { type Fetch, get, readJson, readRetryAfter } from '../../platform/http.ts'
import type { Filters } from '../settings/settings.ts'
import { isList } from '../settings/source.ts'
import { FetchProblem } from './problem.ts'

const COUNT = 10
const DEADLINE_MS = 10_000

/** Picks wallpapers at random from the catalogue server. */
export type CatalogueClient = {
  /**
   * Up to ten wallpapers that match, without those of `exclude`; none when nothing is left.
   * Throws a `FetchProblem`.
   */
  find(filters: Filters, exclude: readonly string[]): Promise<WallpaperDetail[]>
}

/** One wallpaper of a server; throws a `FetchProblem` when it has none of this id. */
export type Describe = (server: string, id: string) => Promise<WallpaperDetail>

export const createCatalogueClient = (fetch?: Fetch): CatalogueClient => ({
  find: async (filters, exclude) => {
    const { response, body } = await ask(toRequestUrl(filters, exclude), fetch)
    if (response.status === 404 && apiErrorSchema.safeParse(body).success) {
      if (isList(filters.source) && isNobody(body))
        throw new FetchProblem({ kind: 'no-list', list: filters.source })
      return []
    }
    if (!response.ok) throw toRefusal(response)
    const parsed = wallpapersResponseSchema.safeParse(body)
    if (!parsed.success)
      throw new FetchProblem({ kind: 'not-a-catalogue' }, { cause: parsed.error })
    return toDetails(parsed.data).filter(({ id }) => !exclude.includes(id))
  },
})

/** The documented text for a username that nobody has (spec §7). */
const isNobody = (body: unknown) => apiErrorSchema.safeParse(body).data?.error === 'User not found'

export const createDescribe =
  (fetch?: Fetch): Describe =>
  async (server, id) => {
    const { response, body } = await ask(
      `${server}/api/wallpapers/${encodeURIComponent(id)}`,
      fetch,
    )
    if (!response.ok) throw toRefusal(response)
    const parsed = wallpaperSchema.safeParse(body)
    if (!parsed.success)
      throw new FetchProblem({ kind: 'not-a-catalogue' }, { cause: parsed.error })
    return parsed.data
  }

const ask = async (url: string, fetch?: Fetch) => {
  try {
    const response = await get(url, { deadlineMs: DEADLINE_MS, ...(fetch && { fetch }) })
    return { response, body: await readJson(response) }
  } catch (cause) {
    throw new FetchProblem({ kind: 'unreachable' }, { cause })
  }
}

/** The address of `GET /api/wallpapers` with these filters. */
export const toRequestUrl = (filters: Filters, exclude: readonly string[]): string => {
  const url = new URL(`${filters.server}/api/wallpapers`)
  url.searchParams.set('include', 'details')
  url.searchParams.set('count', String(COUNT))
  for (const name of ['type', 'category', 'color'] as const) {
    const value = filters[name]
    if (value !== null) url.searchParams.set(name, value)
  }
  if (isList(filters.source)) url.searchParams.set('from', filters.source)
  if (exclude.length > 0) url.searchParams.set('exclude', exclude.join(','))
  return url.href
}

const toRefusal = (response: Response): FetchProblem => {
  const { status } = response
  // A plain web server has no such path: that is no refusal, it is another kind of server.
  if (status === 404) return new FetchProblem({ kind: 'not-a-catalogue' })
  return new FetchProblem({ kind: 'refused', status }, { retryAfterMs: readRetryAfter(response) })
}

/** A server that knows only the documented fields sends addresses without details. */
const toDetails = ({ items, wallpapers, type }: WallpapersResponse): WallpaperDetail[] =>
  items ?? wallpapers.map((url) => toBareDetail(url, type)).filter(({ id }) => isWallpaperId(id))

const toBareDetail = (url: string, type: WallpapersResponse['type']): WallpaperDetail => {
  const file = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  return {
    id: decode(file).replace(/\.[^.]+$/, ''),
    title: '',
    description: '',
    category: '',
    type: type === 'all' ? null : type,
    width: null,
    height: null,
    format: file.split('.').at(-1) ?? '',
    tags: [],
    colors: [],
    palette: [],
    color: null,
    luminance: null,
    placeholder: null,
    focal_point: null,
    credit: null,
    license: null,
    created_at: null,
    url,
    preview_url: url,
    image_url: url,
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
