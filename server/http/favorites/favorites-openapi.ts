import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changeFavoriteSchema,
  favoritesChangedSchema,
  favoritesResponseSchema,
  publicFavoritesSchema,
  replaceFavoritesSchema,
} from '../../../shared/favorites-api.ts'
import { sessions, tooLarge, unauthorized, writeRefusals } from '../accounts/sessions-openapi.ts'
import { anyOrigin, oneUser } from '../openapi/headers.ts'
import { json, ownBusy, ownRefusal, refusal } from '../openapi/responses.ts'

const tags = ['Favorites']
const favorites = ['alpine-dawn', 'rose-tide']
const failed = 'Failed to fetch favorites'

const changed = json(
  {
    description: 'Done; the whole list afterwards.',
    schema: favoritesChangedSchema,
    example: { success: true, favorites },
  },
  oneUser,
)

const writing = (invalid: string) => ({
  200: changed,
  400: ownRefusal('The body is not as described.', invalid),
  ...writeRefusals,
  409: ownRefusal('The list holds as many as it can.', 'Favorites list is full'),
  413: tooLarge,
  500: ownRefusal('The list cannot be read or written.', failed),
  503: ownBusy(failed),
})

/** `server/http/favorites/favorites-routes.ts` */
export const favoritesPaths = (server: string): ZodOpenApiPathsObject => ({
  '/api/favorites': {
    get: {
      tags,
      operationId: 'getFavorites',
      summary: 'Your favorites',
      security: sessions,
      responses: {
        200: json(
          {
            description: 'The ids, in the order in which they were added.',
            schema: favoritesResponseSchema,
            example: { favorites },
          },
          oneUser,
        ),
        401: unauthorized,
        500: ownRefusal('The list cannot be read.', failed),
        503: ownBusy(failed),
      },
    },
    post: {
      tags,
      operationId: 'replaceFavorites',
      summary: 'Replace all of your favorites',
      description: 'Keeps the order; a repeated id counts once. For one change `PATCH` is safer.',
      security: sessions,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: replaceFavoritesSchema, example: { favorites } } },
      },
      responses: writing('Invalid favorites format'),
    },
    patch: {
      tags,
      operationId: 'changeFavorite',
      summary: 'Add or remove one favorite',
      description: 'Adding what is there, or removing what is not, succeeds and changes nothing.',
      security: sessions,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: changeFavoriteSchema,
            example: { wallpaperId: 'alpine-dawn', action: 'add' },
          },
        },
      },
      responses: writing('Invalid request'),
    },
  },
  '/api/favorites/{username}': {
    get: {
      tags,
      operationId: 'getPublicFavorites',
      summary: 'Somebody’s public favorites',
      requestParams: { path: z.object({ username: z.string().meta({ example: 'ada' }) }) },
      responses: {
        200: json(
          {
            description: 'Who it is, and the ids of what they love.',
            schema: publicFavoritesSchema,
            example: {
              username: 'ada',
              displayName: 'Ada',
              imageUrl: `${server}/api/users/ada/image`,
              favorites,
              favoritesCount: favorites.length,
            },
          },
          [...anyOrigin, 'Caching'],
        ),
        400: refusal('The name is blank.', 'Username is required'),
        404: refusal('There is no such user.', 'User not found'),
        500: refusal('The list cannot be read.', failed),
        503: refusal('Too much to do at the moment: try again.', failed, 'RetryAfter'),
      },
    },
  },
  '/api/favorites/': {
    get: {
      tags,
      operationId: 'getNobodysFavorites',
      summary: 'The same without a name',
      responses: { 400: refusal('There is no name.', 'Username is required') },
    },
  },
})
