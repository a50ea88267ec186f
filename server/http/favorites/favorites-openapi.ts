import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changeFavoriteSchema,
  favoritesChangedSchema,
  favoritesResponseSchema,
  maxFavoritesBodyBytes,
  publicFavoritesSchema,
  replaceFavoritesSchema,
} from '../../../shared/favorites-api.ts'
import {
  busy,
  json,
  jsonBody,
  notModified,
  oneUser,
  own,
  pathOf,
  prepared,
  refusal,
  routesOf,
  sessions,
  tooLarge,
  unauthorized,
  writeRefusals,
} from '../openapi/responses.ts'

const { get, post, patch } = routesOf('Favorites')
const favorites = ['alpine-dawn', 'rose-tide']
const failed = 'Failed to fetch favorites'

const changed = json(
  'The whole list after the change.',
  favoritesChangedSchema,
  { success: true, favorites },
  oneUser,
)

const writing = (invalid: string) => ({
  200: changed,
  400: own.refusal('The body is invalid.', invalid),
  ...writeRefusals,
  409: own.refusal('The list is full.', 'Favorites list is full'),
  413: tooLarge(maxFavoritesBodyBytes),
  500: own.refusal('The list cannot be read or written.', failed),
  503: own.busy(failed),
})

export const favoritesPaths = (server: string): ZodOpenApiPathsObject => ({
  '/api/favorites': {
    ...get('getFavorites', 'Your favorites', {
      description: 'Returns the ids of your favorites. `/api/wallpapers/{id}` has the details.',
      security: sessions,
      responses: {
        200: json(
          'The ids, in the order in which they were added.',
          favoritesResponseSchema,
          { favorites },
          oneUser,
        ),
        401: unauthorized,
        500: own.refusal('The list cannot be read.', failed),
        503: own.busy(failed),
      },
    }),
    ...post('replaceFavorites', 'Replace all of your favorites', {
      description:
        'Replaces the whole list of favorites. The given order stays, and repeated ids are dropped. To change one favorite, use `PATCH`, which cannot overwrite other changes.',
      security: sessions,
      requestBody: jsonBody(replaceFavoritesSchema, { favorites }),
      responses: writing("Invalid favorites format: entry 3 'a%b' is not a wallpaper id"),
    }),
    ...patch('changeFavorite', 'Add or remove one favorite', {
      description:
        'Adding an id that is already in the list, or removing an id that is not in the list, succeeds and changes nothing. A known wallpaper is found by its file name too, with or without its folder, in any case and percent-encoded. A file name that several wallpapers have stays as it is.',
      security: sessions,
      requestBody: jsonBody(changeFavoriteSchema, { wallpaperId: 'alpine-dawn', action: 'add' }),
      responses: writing("Invalid request: action 'toggle', expected add or remove"),
    }),
  },
  '/api/favorites/{username}': get('getPublicFavorites', 'The public favorites of a user', {
    description:
      'Anyone can read the favorites of a user, without a session. An `@` before the username is ignored. With accounts at Clerk, the server answers 429 when too many usernames that nobody has were asked for.',
    requestParams: pathOf('username'),
    responses: {
      200: json(
        'The user, and the ids of their favorites.',
        publicFavoritesSchema,
        {
          username: 'ada',
          displayName: 'Ada',
          imageUrl: `${server}/api/users/ada/image`,
          favorites,
          favoritesCount: favorites.length,
        },
        prepared,
      ),
      304: notModified,
      400: refusal('The username is blank.', 'Username is required'),
      404: refusal('The user does not exist.', 'User not found'),
      500: refusal('The list cannot be read.', failed),
      503: busy(failed),
    },
  }),
})
