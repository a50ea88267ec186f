import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import {
  changeFavoriteSchema,
  type FavoritesChanged,
  type FavoritesResponse,
  favoritesChangedSchema,
  favoritesQuerySchema,
  favoritesResponseSchema,
  maxFavoritesBodyBytes,
  type PublicFavorites,
  publicFavoritesSchema,
  replaceFavoritesSchema,
} from '../../../shared/favorites-api.ts'
import { isWallpaperId } from '../../../shared/ids.ts'
import { quoted } from '../../../shared/text.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { DomainError } from '../../domain-error.ts'
import { favoritesFull, mostSentFavorites } from '../../favorites/favorites.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import type { FavoriteIds } from '../../favorites/known-favorites.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  splitFavorites,
  throwDocumented,
  toRenamed,
} from '../../favorites/public-favorites.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import type { ReadKeys } from '../../identity/read-keys.ts'
import { sendOwn, sendText } from '../answers/send.ts'
import { busy, json, refusal, tagged } from '../openapi/responses.ts'
import { watchClient } from '../requests/client-waits.ts'
import { readJson } from '../requests/read-body.ts'
import { requireChangingUser, requireSame, requireUser } from '../requests/session.ts'
import { routesOf } from '../route.ts'

export interface FavoritesRoutesDeps {
  identity: IdentityProvider
  favorites: FavoritesStore
  publicFavorites: FindPublicFavorites<Context>
  publicUrl: string
  snapshot: CurrentSnapshot
  /** Keys that may give hearts. `undefined` if accounts are elsewhere. */
  keys?: ReadKeys | undefined
  /** `undefined` on a server that only has accounts. */
  ids?: FavoriteIds | undefined
}

export const addFavoritesRoutes = (app: Hono, deps: FavoritesRoutesDeps) => {
  const own = routesOf(app, 'Favorites', 'own')
  const open = routesOf(app, 'Favorites', 'open')
  const { favorites, publicFavorites } = deps
  // Only texts that cannot be ids are looked up here. The store looks up all others.
  const toKnownId = (sent: unknown) =>
    typeof sent === 'string' && deps.ids && !isWallpaperId(sent) ? deps.ids.toSent(sent) : sent

  own.get('/api/favorites', {
    sendsHeaders: true,
    query: favoritesQuerySchema,
    id: 'getFavorites',
    summary: 'Your favorites',
    text: 'Returns the ids of your favorites, and with `include=details` also what the catalogue knows about them.',
    answers: {
      200: json('The ids, in the order in which they were added.', favoritesResponseSchema, {
        favorites: exampleIds,
      }),
      500: refusal('The list cannot be read.', failed),
      503: busy(failed),
    },
    handler: documented(async (c, readQuery) => {
      const { userId } = await requireUser(c, deps, deps.keys)
      const { include } = readQuery(c)
      const list = await favorites.list(userId)
      const items = include && toDetails(list, await deps.snapshot())
      return sendOwn(c, { favorites: [...list], items } satisfies FavoritesResponse)
    }),
  })

  own.post('/api/favorites', {
    sendsHeaders: true,
    id: 'replaceFavorites',
    summary: 'Replace all of your favorites',
    text: 'Replaces the whole list of favorites. The given order stays, and repeated ids are dropped. To change one favorite, use `PATCH`, which cannot overwrite other changes.',
    body: replaceBody,
    answers: {
      ...changed,
      400: refusal(
        'The body is invalid.',
        "Invalid favorites format: entry 3 'a%b' is not a wallpaper id",
      ),
    },
    handler: documented(async (c) => {
      const isAwaited = watchClient(c)
      const { userId } = await requireChangingUser(c, deps)
      const sent = await readJson(c, sentFavoritesSchema, replaceBody)
      if (sent.favorites.length > mostSentFavorites) throw favoritesFull()
      const ids = sent.favorites.map(toKnownId).map((id, at) => {
        if (isWallpaperId(id)) return id
        throw invalidBody(
          `Invalid favorites format: entry ${at + 1} ${quoted(id)} is not a wallpaper id`,
        )
      })
      return answerChanged(c, await favorites.replace(userId, ids, isAwaited))
    }),
  })

  own.patch('/api/favorites', {
    sendsHeaders: true,
    id: 'changeFavorite',
    summary: 'Add or remove one favorite',
    text: 'Adding an id that is already in the list, or removing an id that is not in the list, succeeds and changes nothing. A known wallpaper is found by its file name too, with or without its folder, in any case and percent-encoded. A file name that several wallpapers have stays as it is.',
    body: changeBody,
    answers: {
      ...changed,
      400: refusal(
        'The body is invalid.',
        "Invalid request: action 'toggle', expected add or remove",
      ),
    },
    handler: documented(async (c) => {
      const isAwaited = watchClient(c)
      const user = await requireChangingUser(c, deps, deps.keys)
      const sent = await readJson(c, sentChangeSchema, changeBody)
      const { action } = sent
      requireSame(user, sent.userId)
      const id = toKnownId(sent.wallpaperId)
      if (!isWallpaperId(id))
        throw invalidBody(`Invalid request: ${named('wallpaperId', id)}, expected a wallpaper id`)
      if (action !== 'add' && action !== 'remove')
        throw invalidBody(`Invalid request: ${named('action', action)}, expected add or remove`)
      return answerChanged(c, await favorites.change(user.userId, { id, action }, isAwaited))
    }),
  })

  open.get('/api/favorites/', {
    handler: () => {
      throw usernameRequired()
    },
  })
  open.get('/api/favorites/:username', {
    id: 'getPublicFavorites',
    summary: 'The public favorites of a user',
    text: 'Anyone can read the favorites of a user, without a session. An `@` before the username is ignored. With accounts at Clerk, the server answers 429 when too many usernames that nobody has were asked for.',
    answers: {
      200: json(
        'The user, and the ids of their favorites.',
        publicFavoritesSchema,
        {
          username: 'ada',
          displayName: 'Ada',
          imageUrl: `${deps.publicUrl}/api/users/ada/image`,
          favorites: exampleIds,
          favoritesCount: exampleIds.length,
        },
        tagged,
      ),
      400: refusal('The username is blank.', 'Username is required'),
      404: refusal('The user does not exist.', 'User not found'),
      500: refusal('The list cannot be read.', failed),
      503: busy(failed),
    },
    handler: documented(async (c) => {
      const username = c.req.param('username').trim().replace(/^@/, '')
      if (username === '') throw usernameRequired()
      const { profile, favorites: list } = await getPublicFavorites(publicFavorites, username, c)
      c.header('Cache-Control', 'public, max-age=5')
      const { displayName, imageUrl } = profile
      const favorites = [...list]
      const person = { username, displayName, imageUrl, renamedTo: toRenamed(profile, username) }
      const answer: PublicFavorites = { ...person, favorites, favoritesCount: favorites.length }
      return sendText(c, JSON.stringify(answer), 'application/json')
    }),
  })
}

const exampleIds = ['alpine-dawn', 'rose-tide']
const failed = 'Failed to fetch favorites'

const changed = {
  200: json('The whole list after the change.', favoritesChangedSchema, {
    success: true,
    favorites: exampleIds,
  }),
  409: refusal('The list is full.', 'Favorites list is full'),
  500: refusal('The list cannot be read or written.', failed),
  503: busy(failed),
}

const sentFavoritesSchema = z.object({ favorites: z.array(z.unknown()) })
const sentChangeSchema = z.object({
  wallpaperId: z.unknown().optional(),
  action: z.unknown().optional(),
  userId: z.unknown().optional(),
})

const replaceBody = {
  schema: replaceFavoritesSchema,
  example: { favorites: exampleIds },
  maxBytes: maxFavoritesBodyBytes,
  invalid: 'Invalid favorites format: expected JSON like {"favorites": ["alpine-dawn"]}',
}
const changeBody = {
  schema: changeFavoriteSchema,
  example: { wallpaperId: 'alpine-dawn', action: 'add' },
  maxBytes: maxFavoritesBodyBytes,
  invalid: 'Invalid request: expected JSON like {"wallpaperId": "alpine-dawn", "action": "add"}',
}

const named = (name: string, value: unknown) =>
  value === undefined ? `missing ${name}` : `${name} ${quoted(value)}`

const invalidBody = (message: string) => new DomainError('INVALID_REQUEST', message)
const usernameRequired = () => invalidBody('Username is required')

const documented =
  <Given extends readonly unknown[]>(handler: (...given: Given) => Promise<Response>) =>
  (...given: Given) =>
    handler(...given).catch(throwDocumented)

const toDetails = (ids: readonly string[], { catalogue, urls }: CatalogueSnapshot) =>
  splitFavorites(ids, catalogue)
    .present.toReversed()
    .map((wallpaper) => toDetail(wallpaper, urls))

const answerChanged = (c: Context, favorites: readonly string[]) =>
  sendOwn(c, { success: true, favorites: [...favorites] } satisfies FavoritesChanged)
