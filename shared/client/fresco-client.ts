import { z } from 'zod'
import {
  type changeNameSchema,
  type changePasswordSchema,
  type deleteAccountSchema,
  doneSchema,
  type finishPairingSchema,
  ownDataSchema,
  pairingResultSchema,
  pairingSchema,
  sessionResponseSchema,
  sessionsResponseSchema,
  signedInSchema,
  type signInSchema,
  type signUpSchema,
} from '../account-api.ts'
import {
  categoriesResponseSchema,
  colorsResponseSchema,
  tagsResponseSchema,
} from '../catalogue-api.ts'
import {
  type changeFavoriteSchema,
  type FavoritesQuery,
  favoritesChangedSchema,
  favoritesResponseSchema,
  publicFavoritesSchema,
} from '../favorites-api.ts'
import type { FilterName, FilterValue } from '../filters.ts'
import { type HostedQuery, hostedResponseSchema } from '../hosted-api.ts'
import type { ImageQuery } from '../image-api.ts'
import { type FeedQuery, feedSchema } from '../interchange-api.ts'
import { type RandomQuery, type TodayPictureQuery, todayResponseSchema } from '../random-api.ts'
import { type SearchQuery, searchResponseSchema } from '../search-api.ts'
import { aliveSchema, apiIndexSchema, instanceSchema, readinessSchema } from '../service-api.ts'
import { wallpaperSchema } from '../wallpaper.ts'
import {
  type SimilarQuery,
  similarResponseSchema,
  type WallpapersQuery,
  wallpapersResponseSchema,
} from '../wallpapers-api.ts'
import { type CallOptions, createRequest, type FrescoClientOptions, toUrl } from './request.ts'

export type { OwnData, SessionsResponse, SignedIn, User } from '../account-api.ts'
export type { CategoryRecord, ColorRecord } from '../catalogue-api.ts'
export type { FavoritesChanged, FavoritesResponse, PublicFavorites } from '../favorites-api.ts'
export type { HostedWallpaper } from '../hosted-api.ts'
export type { TodayResponse } from '../random-api.ts'
export type { SearchResponse } from '../search-api.ts'
export type { Instance } from '../service-api.ts'
export type { DeviceType, WallpaperDetail } from '../wallpaper.ts'
export type { SimilarResponse, WallpapersResponse } from '../wallpapers-api.ts'
export { FrescoError, type FrescoErrorCode } from './fresco-error.ts'
export type { CallOptions, FrescoClientOptions } from './request.ts'

type Asked<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

// A query has filters as text, such as `2560x1440`, or as lists of text.
type AskedFilter<Value> = Value extends string
  ? Value
  : Value extends readonly string[]
    ? string | readonly string[]
    : string
type AskedFilters<T> = Asked<Omit<T, FilterName>> & {
  [Name in FilterName & keyof T]?: AskedFilter<FilterValue<Name>> | undefined
}

export type WallpapersParams = AskedFilters<Omit<WallpapersQuery, 'page'>> & {
  page?: number | undefined
}
export type SimilarParams = AskedFilters<SimilarQuery>
export type SearchParams = AskedFilters<SearchQuery>
export type HostedParams = AskedFilters<HostedQuery>
export type FeedParams = AskedFilters<FeedQuery>
export type ImageParams = Asked<ImageQuery>
export type RandomParams = AskedFilters<RandomQuery>
export type TodayPictureParams = AskedFilters<TodayPictureQuery>
export type TodayParams = Omit<TodayPictureParams, 'w' | 'h' | 'fit' | 'format'>

export type FavoritesParams = Asked<FavoritesQuery>

export type SignUpBody = z.input<typeof signUpSchema>
export type SignInBody = z.input<typeof signInSchema>
export type ChangeFavoriteBody = z.input<typeof changeFavoriteSchema>
export type ChangePasswordBody = z.input<typeof changePasswordSchema>
export type ChangeNameBody = z.input<typeof changeNameSchema>
export type DeleteAccountBody = z.input<typeof deleteAccountSchema>

const indexSchema = z.array(z.looseObject({}))
const at = (id: string) => encodeURIComponent(id)

/** Creates a client with one function for each route of a server. A failed call throws a `FrescoError` at once. */
export const createFrescoClient = (options: FrescoClientOptions) => {
  const { baseUrl } = options
  const { json, blob } = createRequest(options)
  const post: typeof json = (schema, path, options) =>
    json(schema, path, { ...options, method: 'POST' })
  const own: typeof json = (schema, path, options) => json(schema, path, { ...options, own: true })
  const postOwn: typeof json = (schema, path, options) =>
    post(schema, path, { ...options, own: true })

  return {
    getWallpapers: (query: WallpapersParams = {}, options: CallOptions = {}) =>
      json(wallpapersResponseSchema, '/api/wallpapers', { ...options, query: withIds(query) }),
    getRandomWallpaper: (query: WallpapersParams = {}, options: CallOptions = {}) =>
      json(wallpapersResponseSchema, '/api/random-wallpaper', {
        ...options,
        query: withIds(query),
      }),
    getHostedWallpapers: (query: HostedParams = {}, options: CallOptions = {}) =>
      json(hostedResponseSchema, '/api/random-wallpapers', { ...options, query }),
    searchWallpapers: (query: SearchParams, options: CallOptions = {}) =>
      json(searchResponseSchema, '/api/wallpapers/search', { ...options, query }),
    getIndex: (options: CallOptions = {}) => json(indexSchema, '/api/wallpapers/index', options),
    getWallpaper: (id: string, options: CallOptions = {}) =>
      json(wallpaperSchema, `/api/wallpapers/${at(id)}`, options),
    getSimilarWallpapers: (id: string, query: SimilarParams = {}, options: CallOptions = {}) =>
      json(similarResponseSchema, `/api/wallpapers/${at(id)}/similar`, { ...options, query }),
    getToday: (query: TodayParams = {}, options: CallOptions = {}) =>
      json(todayResponseSchema, '/api/wallpapers/today', { ...options, query }),
    getFeed: (query: FeedParams = {}, options: CallOptions = {}) =>
      json(feedSchema, '/feed.json', { ...options, query }),
    getColors: (options: CallOptions = {}) => json(colorsResponseSchema, '/api/colors', options),
    getCategories: (options: CallOptions = {}) =>
      json(categoriesResponseSchema, '/api/categories', options),
    getTags: (options: CallOptions = {}) => json(tagsResponseSchema, '/api/tags', options),
    getInstance: (options: CallOptions = {}) => json(instanceSchema, '/api/instance', options),
    getApi: (options: CallOptions = {}) => json(apiIndexSchema, '/api', options),
    getLiveness: (options: CallOptions = {}) => json(aliveSchema, '/livez', options),
    getReadiness: (options: CallOptions = {}) => json(readinessSchema, '/readyz', options),
    getImage: (id: string, query: ImageParams = {}, options: CallOptions = {}) =>
      blob(`/images/${at(id)}`, { ...options, query }),
    randomUrl: (query: RandomParams = {}) => toUrl(baseUrl, '/random', query),
    todayUrl: (query: TodayPictureParams = {}) => toUrl(baseUrl, '/today', query),
    imageUrl: (id: string, query: ImageParams = {}) => toUrl(baseUrl, `/images/${at(id)}`, query),
    getFavorites: ({ include, ...options }: CallOptions & FavoritesParams = {}) =>
      own(favoritesResponseSchema, '/api/favorites', { ...options, query: { include } }),
    replaceFavorites: (favorites: readonly string[], options: CallOptions = {}) =>
      postOwn(favoritesChangedSchema, '/api/favorites', { ...options, body: { favorites } }),
    changeFavorite: (body: ChangeFavoriteBody, options: CallOptions = {}) =>
      own(favoritesChangedSchema, '/api/favorites', { ...options, method: 'PATCH', body }),
    getPublicFavorites: (username: string, options: CallOptions = {}) =>
      json(publicFavoritesSchema, `/api/favorites/${at(username)}`, options),

    signUp: (body: SignUpBody, options: CallOptions = {}) =>
      post(signedInSchema, '/api/auth/sign-up/username', { ...options, body }),
    signIn: (body: SignInBody, options: CallOptions = {}) =>
      post(signedInSchema, '/api/auth/sign-in/username', { ...options, body }),
    beginPairing: (options: CallOptions = {}) => post(pairingSchema, '/api/auth/pairing', options),
    finishPairing: (body: z.input<typeof finishPairingSchema>, options: CallOptions = {}) =>
      post(pairingResultSchema, '/api/auth/pairing/session', { ...options, body }),
    signOut: (options: CallOptions = {}) => postOwn(doneSchema, '/api/auth/sign-out', options),
    getSession: (options: CallOptions = {}) =>
      own(sessionResponseSchema, '/api/auth/session', options),
    listSessions: (options: CallOptions = {}) =>
      own(sessionsResponseSchema, '/api/auth/sessions', options),
    endSession: (id: string, options: CallOptions = {}) =>
      postOwn(doneSchema, '/api/auth/end-session', { ...options, body: { id } }),
    endOtherSessions: (options: CallOptions = {}) =>
      postOwn(doneSchema, '/api/auth/end-other-sessions', options),
    changeName: (body: ChangeNameBody, options: CallOptions = {}) =>
      postOwn(sessionResponseSchema, '/api/auth/change-name', { ...options, body }),
    exportOwnData: (options: CallOptions = {}) => own(ownDataSchema, '/api/auth/export', options),
    changePassword: (body: ChangePasswordBody, options: CallOptions = {}) =>
      postOwn(doneSchema, '/api/auth/change-password', { ...options, body }),
    deleteAccount: (body: DeleteAccountBody, options: CallOptions = {}) =>
      postOwn(doneSchema, '/api/auth/delete-account', { ...options, body }),
  }
}

export type FrescoClient = ReturnType<typeof createFrescoClient>

// An empty parameter counts as absent, but an empty list of ids asks for no wallpaper.
const withIds = (query: WallpapersParams) =>
  query.ids?.length === 0 ? { ...query, ids: [','] } : query
