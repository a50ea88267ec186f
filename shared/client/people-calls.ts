import type { z } from 'zod'
import {
  type changePasswordSchema,
  type deleteAccountSchema,
  doneSchema,
  sessionResponseSchema,
  signedInSchema,
  type signInSchema,
  type signUpSchema,
} from '../account-api.ts'
import {
  type changeFavoriteSchema,
  favoritesChangedSchema,
  favoritesResponseSchema,
  publicFavoritesSchema,
} from '../favorites-api.ts'
import { feedSchema } from '../feed-api.ts'
import type { CallOptions, FrescoRequest } from './create-request.ts'

export type SignUpBody = z.input<typeof signUpSchema>
export type SignInBody = z.input<typeof signInSchema>
export type ChangeFavoriteBody = z.input<typeof changeFavoriteSchema>
export type ChangePasswordBody = z.input<typeof changePasswordSchema>
export type DeleteAccountBody = z.input<typeof deleteAccountSchema>

const at = (name: string) => encodeURIComponent(name)

/** Favorites and accounts; the token is sent where the answer depends on who asks. */
export const createPeopleCalls = ({ json }: FrescoRequest) => {
  const post = <T extends z.ZodType>(
    schema: T,
    path: string,
    body: unknown,
    options: CallOptions & { own?: boolean },
  ) => json(schema, path, { ...options, method: 'POST', body })

  return {
    getFavorites: (options: CallOptions = {}) =>
      json(favoritesResponseSchema, '/api/favorites', { ...options, own: true }),
    /** Replaces the whole list; for one change `changeFavorite` is safer. */
    replaceFavorites: (favorites: readonly string[], options: CallOptions = {}) =>
      post(favoritesChangedSchema, '/api/favorites', { favorites }, { ...options, own: true }),
    /** Adds or removes one; doing it twice is the same as once. */
    changeFavorite: (body: ChangeFavoriteBody, options: CallOptions = {}) =>
      json(favoritesChangedSchema, '/api/favorites', {
        ...options,
        method: 'PATCH',
        body,
        own: true,
      }),
    getPublicFavorites: (username: string, options: CallOptions = {}) =>
      json(publicFavoritesSchema, `/api/favorites/${at(username)}`, options),
    /** The same as a JSON Feed, newest first. */
    getFeed: (username: string, query: { page?: number } = {}, options: CallOptions = {}) =>
      json(feedSchema, `/share/${at(username)}/feed.json`, { ...options, query }),

    /** Makes an account; the token in the answer is what later calls need. */
    signUp: (body: SignUpBody, options: CallOptions = {}) =>
      post(signedInSchema, '/api/auth/sign-up/username', body, options),
    signIn: (body: SignInBody, options: CallOptions = {}) =>
      post(signedInSchema, '/api/auth/sign-in/username', body, options),
    signOut: (options: CallOptions = {}) =>
      post(doneSchema, '/api/auth/sign-out', undefined, { ...options, own: true }),
    /** Who the token belongs to. */
    getSession: (options: CallOptions = {}) =>
      json(sessionResponseSchema, '/api/auth/session', { ...options, own: true }),
    changePassword: (body: ChangePasswordBody, options: CallOptions = {}) =>
      post(doneSchema, '/api/auth/change-password', body, { ...options, own: true }),
    deleteAccount: (body: DeleteAccountBody, options: CallOptions = {}) =>
      post(doneSchema, '/api/auth/delete-account', body, { ...options, own: true }),
  }
}
