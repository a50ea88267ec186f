/** What the package `fresco-client` exports; the programs of this repository import the files themselves. */
export type { SignedIn, User } from './account-api.ts'
export type { CategoryRecord, ColorRecord, Instance } from './catalogue-api.ts'
export type {
  HostedParams,
  ImageParams,
  SearchParams,
  WallpapersParams,
} from './client/catalogue-calls.ts'
export { createFrescoClient, type FrescoClient } from './client/create-fresco-client.ts'
export type { CallOptions, FrescoClientOptions } from './client/create-request.ts'
export { FrescoError, type FrescoErrorCode } from './client/fresco-error.ts'
export type {
  ChangeFavoriteBody,
  ChangePasswordBody,
  DeleteAccountBody,
  SignInBody,
  SignUpBody,
} from './client/people-calls.ts'
export type { FavoritesChanged, FavoritesResponse, PublicFavorites } from './favorites-api.ts'
export type { HostedWallpaper } from './hosted-api.ts'
export type { SearchResponse } from './search-api.ts'
export type { DeviceType, WallpaperDetail } from './wallpaper.ts'
export type { WallpapersResponse } from './wallpapers-api.ts'
