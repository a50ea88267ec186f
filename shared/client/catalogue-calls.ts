import { z } from 'zod'
import {
  apiIndexSchema,
  categoriesResponseSchema,
  colorsResponseSchema,
  instanceSchema,
} from '../catalogue-api.ts'
import { aliveSchema, readinessSchema } from '../health-api.ts'
import { type HostedQuery, hostedResponseSchema } from '../hosted-api.ts'
import type { ImageQuery } from '../image-api.ts'
import { type SearchQuery, searchResponseSchema } from '../search-api.ts'
import { wallpaperSchema } from '../wallpaper.ts'
import { type WallpapersQuery, wallpapersResponseSchema } from '../wallpapers-api.ts'
import { type CallOptions, type FrescoRequest, toUrl } from './create-request.ts'

/** A query as a caller writes it: nothing has to be there. */
type Asked<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

export type WallpapersParams = Asked<Omit<WallpapersQuery, 'page' | 'exclude'>> & {
  page?: number | undefined
  exclude?: readonly string[] | undefined
}
export type SearchParams = Asked<Omit<SearchQuery, 'q'>> & Pick<SearchQuery, 'q'>
export type HostedParams = Asked<HostedQuery>
export type ImageParams = Asked<ImageQuery>

const indexSchema = z.array(z.looseObject({}))
const at = (id: string) => encodeURIComponent(id)

/** What everybody may ask; no token is sent. */
export const createCatalogueCalls = ({ json, blob }: FrescoRequest, baseUrl: string) => ({
  /** Random wallpapers (`GET /api/wallpapers`). */
  getWallpapers: (query: WallpapersParams = {}, options: CallOptions = {}) =>
    json(wallpapersResponseSchema, '/api/wallpapers', { ...options, query }),
  /** The same; a category also matches words of the file name (`GET /api/random-wallpaper`). */
  getRandomWallpaper: (query: WallpapersParams = {}, options: CallOptions = {}) =>
    json(wallpapersResponseSchema, '/api/random-wallpaper', { ...options, query }),
  /** Random wallpapers with size, colors and preview (`GET /api/random-wallpapers`). */
  getHostedWallpapers: (query: HostedParams = {}, options: CallOptions = {}) =>
    json(hostedResponseSchema, '/api/random-wallpapers', { ...options, query }),
  /** Full-text search, best match first (`GET /api/wallpapers/search`). */
  searchWallpapers: (query: SearchParams, options: CallOptions = {}) =>
    json(searchResponseSchema, '/api/wallpapers/search', { ...options, query }),
  /** The rows of the catalogue as they are (`GET /api/wallpapers/index`). */
  getIndex: (options: CallOptions = {}) => json(indexSchema, '/api/wallpapers/index', options),
  /** Everything about one wallpaper (`GET /api/wallpapers/{id}`). */
  getWallpaper: (id: string, options: CallOptions = {}) =>
    json(wallpaperSchema, `/api/wallpapers/${at(id)}`, options),
  getColors: (options: CallOptions = {}) => json(colorsResponseSchema, '/api/colors', options),
  getCategories: (options: CallOptions = {}) =>
    json(categoriesResponseSchema, '/api/categories', options),
  /** What the server is, and how people sign in (`GET /api/instance`). */
  getInstance: (options: CallOptions = {}) => json(instanceSchema, '/api/instance', options),
  getApi: (options: CallOptions = {}) => json(apiIndexSchema, '/api', options),
  getLiveness: (options: CallOptions = {}) => json(aliveSchema, '/livez', options),
  /** Throws while there is no catalogue (`GET /readyz`). */
  getReadiness: (options: CallOptions = {}) => json(readinessSchema, '/readyz', options),
  /** The picture at any size (`GET /images/{id}`). */
  getImage: (id: string, query: ImageParams = {}, options: CallOptions = {}) =>
    blob(`/images/${at(id)}`, { ...options, query }),
  /** Its address, for an `<img>`; nothing is asked. */
  imageUrl: (id: string, query: ImageParams = {}) => toUrl(baseUrl, `/images/${at(id)}`, query),
})
