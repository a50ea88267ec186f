import type { Context, Hono } from 'hono'
import type { BlankEnv } from 'hono/types'
import { z } from 'zod'
import {
  type FavoritesChanged,
  type FavoritesResponse,
  maxFavoritesBodyBytes,
  type PublicFavorites,
} from '../../../shared/favorites-api.ts'
import { isWallpaperId } from '../../../shared/ids.ts'
import { quoted } from '../../../shared/text.ts'
import { DomainError } from '../../domain-error.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import type { FavoriteIds } from '../../favorites/known-favorites.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  throwDocumented,
  type UserFavorites,
} from '../../favorites/public-favorites.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { privateRoute, publicRoute } from '../add-route.ts'
import { sendText } from '../answers/send.ts'
import { watchClient } from '../requests/client-waits.ts'
import { readJson } from '../requests/read-body.ts'
import { requireChangingUser, requireUser } from '../requests/session.ts'

export interface FavoritesRoutesDeps {
  identity: IdentityProvider
  favorites: FavoritesStore
  publicFavorites: FindPublicFavorites<Context>
  publicUrl: string
  /** `undefined` on a server that only has accounts. */
  ids?: FavoriteIds | undefined
}

export const addFavoritesRoutes = (app: Hono, deps: FavoritesRoutesDeps) => {
  const { favorites, publicFavorites } = deps
  // The store understands all other texts, because it knows the stored list.
  const toKnownId = (sent: unknown) =>
    typeof sent === 'string' && deps.ids && !isWallpaperId(sent) ? deps.ids.toSent(sent) : sent

  privateRoute(app, '/api/favorites', {
    GET: documented(async (c) => {
      const { userId } = await requireUser(c, deps)
      const list = await favorites.list(userId)
      return c.json({ favorites: [...list] } satisfies FavoritesResponse)
    }),
    POST: documented(async (c) => {
      const isAwaited = watchClient(c)
      const { userId } = await requireChangingUser(c, deps)
      const sent = await readJson(c, sentFavoritesSchema, replaceBody)
      const ids = sent.favorites.map(toKnownId).map((id, at) => {
        if (isWallpaperId(id)) return id
        throw invalidBody(
          `Invalid favorites format: entry ${at + 1} ${quoted(id)} is not a wallpaper id`,
        )
      })
      return answerChanged(c, await favorites.replace(userId, ids, isAwaited))
    }),
    PATCH: documented(async (c) => {
      const isAwaited = watchClient(c)
      const { userId } = await requireChangingUser(c, deps)
      const sent = await readJson(c, sentChangeSchema, changeBody)
      const { action } = sent
      const id = toKnownId(sent.wallpaperId)
      if (!isWallpaperId(id))
        throw invalidBody(`Invalid request: ${named('wallpaperId', id)}, expected a wallpaper id`)
      if (action !== 'add' && action !== 'remove')
        throw invalidBody(`Invalid request: ${named('action', action)}, expected add or remove`)
      return answerChanged(c, await favorites.change(userId, { id, action }, isAwaited))
    }),
  })

  publicRoute(app, '/api/favorites/', () => {
    throw usernameRequired()
  })
  publicRoute(
    app,
    '/api/favorites/:username',
    documented(async (c) => {
      const username = c.req.param('username').trim().replace(/^@/, '')
      if (username === '') throw usernameRequired()
      const found = await getPublicFavorites(publicFavorites, username, c)
      c.header('Cache-Control', 'public, max-age=5')
      return sendText(c, JSON.stringify(toPublicFavorites(username, found)), 'application/json')
    }),
  )
}

const sentFavoritesSchema = z.object({ favorites: z.array(z.unknown()) })
const sentChangeSchema = z.object({
  wallpaperId: z.unknown().optional(),
  action: z.unknown().optional(),
})

const replaceBody = {
  maxBytes: maxFavoritesBodyBytes,
  invalid: 'Invalid favorites format: expected JSON like {"favorites": ["alpine-dawn"]}',
}
const changeBody = {
  maxBytes: maxFavoritesBodyBytes,
  invalid: 'Invalid request: expected JSON like {"wallpaperId": "alpine-dawn", "action": "add"}',
}

const named = (name: string, value: unknown) =>
  value === undefined ? `missing ${name}` : `${name} ${quoted(value)}`

const invalidBody = (message: string) => new DomainError('INVALID_REQUEST', message)
const usernameRequired = () => invalidBody('Username is required')

const documented =
  <Path extends string>(handler: (c: Context<BlankEnv, Path>) => Promise<Response>) =>
  (c: Context<BlankEnv, Path>) =>
    handler(c).catch(throwDocumented)

const answerChanged = (c: Context, favorites: readonly string[]) =>
  c.json({ success: true, favorites: [...favorites] } satisfies FavoritesChanged)

const toPublicFavorites = (
  username: string,
  { profile: { displayName, imageUrl }, favorites }: UserFavorites,
): PublicFavorites => ({
  username,
  displayName,
  imageUrl,
  favorites: [...favorites],
  favoritesCount: favorites.length,
})
