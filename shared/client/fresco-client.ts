import { createExportedSite, isIndexAddress } from './exported-site.ts'
import { FrescoError } from './fresco-error.ts'
import {
  createRequest,
  type FrescoClientOptions,
  type FrescoRequest,
  type RequestOptions,
} from './request.ts'
import { createCalls, type FrescoClient } from './server-client.ts'

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
export type * from './server-client.ts'

/**
 * Creates a client with one function for each route of a server. It works in the same way with a site that
 * `npm run fresco -- export` wrote, except for what needs a server. A failed call throws a `FrescoError` at once.
 */
export const createFrescoClient = (options: FrescoClientOptions): FrescoClient => {
  const { request, site } = createPlace(options)
  const calls = createCalls(request, options.baseUrl)
  return {
    ...calls,
    imageUrl: (id, query = {}) => site()?.imageUrl(id, query) ?? calls.imageUrl(id, query),
    randomUrl: (query) => site()?.refuse('A random address') ?? calls.randomUrl(query),
    todayUrl: (query) => site()?.refuse('The address of a daily picture') ?? calls.todayUrl(query),
  }
}

/** Finds out with the first request whether the address is of a server or of an exported site. */
const createPlace = (options: FrescoClientOptions) => {
  const request = createRequest(options)
  const open = () => createExportedSite(options)
  let isServer = false
  let site = isIndexAddress(options.baseUrl) ? open() : undefined

  const ask = async <T>(
    { signal }: RequestOptions,
    work: (place: FrescoRequest) => Promise<T>,
  ): Promise<T> => {
    if (site) return work(site)
    try {
      const answer = await work(request)
      isServer = true
      return answer
    } catch (error) {
      if (!(error instanceof FrescoError)) throw error
      // Only a server explains an error. A host of plain files has a page for missing files instead, which
      // browsers may refuse to read.
      isServer ||= error.code === 'REFUSED'
      if (isServer) throw error
      const opened = open()
      await opened.load(signal).catch(() => Promise.reject(error))
      site = opened
      return work(opened)
    }
  }
  const either: FrescoRequest = {
    json: (schema, path, asked = {}) => ask(asked, (place) => place.json(schema, path, asked)),
    blob: (path, asked = {}) => ask(asked, (place) => place.blob(path, asked)),
  }
  return { request: either, site: () => site }
}
