import type { Context, Hono } from 'hono'
import type { BlankEnv } from 'hono/types'
import { z } from 'zod'
import {
  changeFavoriteSchema,
  type FavoritesChanged,
  type FavoritesResponse,
  maxFavoritesBodyBytes,
  type PublicFavorites,
  replaceFavoritesSchema,
} from '../../../shared/favorites-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { areSpelledAlike, findSpelled } from '../../catalogue/other-spellings.ts'
import { DomainError } from '../../domain-error.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  throwDocumented,
  type UserFavorites,
} from '../../favorites/public-favorites.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { privateRoute, publicRoute } from '../add-route.ts'
import { watchClient } from '../requests/client-waits.ts'
import { parseWith } from '../requests/parse-query.ts'
import { readJson } from '../requests/read-body.ts'
import { requireChangingUser, requireUser } from '../requests/session.ts'

export interface FavoritesRoutesDeps {
  identity: IdentityProvider
  favorites: FavoritesStore
  publicFavorites: FindPublicFavorites
  publicUrl: string
  snapshot?: CurrentSnapshot | undefined
}

export const addFavoritesRoutes = (app: Hono, deps: FavoritesRoutesDeps) => {
  const { favorites, publicFavorites, snapshot } = deps
  const toKnownId = (sent: unknown) => {
    if (typeof sent !== 'string') return sent
    const current = snapshot?.()
    if (current === undefined) return sent
    if (!(current instanceof Promise)) return findSpelled(current.catalogue, sent) ?? sent
    // Favorites do not wait for a catalogue that is still loading, and work without one.
    current.catch(() => undefined)
    return sent
  }

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
      const { favorites: ids } = parseWith(
        replaceFavoritesSchema,
        { favorites: sent.favorites.map(toKnownId) },
        replaceBody.invalid,
      )
      return answerChanged(c, await favorites.replace(userId, ids, isAwaited))
    }),
    PATCH: documented(async (c) => {
      const isAwaited = watchClient(c)
      const { userId } = await requireChangingUser(c, deps)
      const sent = await readJson(c, sentChangeSchema, changeBody)
      const known = { ...sent, wallpaperId: toKnownId(sent.wallpaperId) }
      const { wallpaperId: id, action } = parseWith(changeFavoriteSchema, known, changeBody.invalid)
      // Older servers stored ids as clients sent them, and so does a server whose catalogue is still loading.
      const spellings = [id, String(sent.wallpaperId)]
      const isOtherSpelling = (stored: string) =>
        stored !== id &&
        spellings.some((spelling) => areSpelledAlike(stored, spelling)) &&
        toKnownId(stored) === id
      let list = await favorites.change(userId, { id, action }, isAwaited)
      for (const other of list.filter(isOtherSpelling))
        list = await favorites.change(userId, { id: other, action: 'remove' }, isAwaited)
      return answerChanged(c, list)
    }),
  })

  publicRoute(app, '/api/favorites/', () => {
    throw usernameRequired()
  })
  publicRoute(
    app,
    '/api/favorites/:username',
    documented(async (c) => {
      const username = c.req.param('username').trim()
      if (username === '') throw usernameRequired()
      const found = await getPublicFavorites(publicFavorites, username)
      c.header('Cache-Control', 'public, max-age=5')
      return c.json(toPublicFavorites(username, found))
    }),
  )
}

const sentFavoritesSchema = z.object({ favorites: z.array(z.unknown()) })
const sentChangeSchema = z.object({ wallpaperId: z.unknown(), action: z.unknown() })

const replaceBody = { maxBytes: maxFavoritesBodyBytes, invalid: 'Invalid favorites format' }
const changeBody = { maxBytes: maxFavoritesBodyBytes, invalid: 'Invalid request' }

const usernameRequired = () => new DomainError('INVALID_REQUEST', 'Username is required')

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
