import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changeFavoriteSchema,
  favoritesChangedSchema,
  favoritesResponseSchema,
  publicFavoritesSchema,
  replaceFavoritesSchema,
} from '../../../shared/favorites-api.ts'
import {
  anyOrigin,
  json,
  oneUser,
  ownBusy,
  ownRefusal,
  refusal,
  sessions,
  tooLarge,
  unauthorized,
  writeRefusals,
} from '../openapi/responses.ts'

const tags = ['Favorites']
const favorites = ['alpine-dawn', 'rose-tide']
const failed = 'Failed to fetch favorites'

const changed = json(
  {
    description: 'The whole list after the change.',
    schema: favoritesChangedSchema,
    example: { success: true, favorites },
  },
  oneUser,
)

const writing = (invalid: string) => ({
  200: changed,
  400: ownRefusal('The body is invalid.', invalid),
  ...writeRefusals,
  409: ownRefusal('The list is full.', 'Favorites list is full'),
  413: tooLarge,
  500: ownRefusal('The list cannot be read or written.', failed),
  503: ownBusy(failed),
})

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
      description:
        'Stores the ids in this order and drops duplicates. To change one favorite, use `PATCH`, which cannot overwrite other changes.',
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
      description:
        'Adding an id that is in the list, or removing one that is not, succeeds and changes nothing.',
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
      summary: 'The public favorites of a user',
      requestParams: { path: z.object({ username: z.string().meta({ example: 'ada' }) }) },
      responses: {
        200: json(
          {
            description: 'The user, and the ids of their favorites.',
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
        400: refusal('The username is blank.', 'Username is required'),
        404: refusal('The user does not exist.', 'User not found'),
        500: refusal('The list cannot be read.', failed),
        503: refusal('The server is busy. Try again.', failed, 'RetryAfter'),
      },
    },
  },
  '/api/favorites/': {
    get: {
      tags,
      operationId: 'getNobodysFavorites',
      summary: 'The same without a username',
      responses: { 400: refusal('The username is missing.', 'Username is required') },
    },
  },
})
