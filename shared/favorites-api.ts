import { z } from 'zod'
import { wallpaperIdSchema } from './wallpaper.ts'

/** Rejects lone surrogates. Storing them as UTF-8 would turn two different ids into the same id. */
const favoriteIdSchema = wallpaperIdSchema.refine((id) => id.isWellFormed())

const favoriteIdsSchema = z
  .array(favoriteIdSchema)
  .describe('Wallpaper ids in the order in which they were added.')

/** Response of `GET /api/favorites` (spec §4.6). */
export const favoritesResponseSchema = z.object({
  favorites: z.array(z.string()).describe('Wallpaper ids in the order in which they were added.'),
})
export type FavoritesResponse = z.infer<typeof favoritesResponseSchema>

/** Body of `POST /api/favorites` (spec §4.7), which replaces the list. A repeated id counts once. */
export const replaceFavoritesSchema = z.object({ favorites: favoriteIdsSchema })

/** Body of `PATCH /api/favorites` (spec §4.8). */
export const changeFavoriteSchema = z.object({
  wallpaperId: favoriteIdSchema,
  action: z
    .enum(['add', 'remove'])
    .describe('Sending the same change twice has the same effect as sending it once.'),
})

export const favoritesChangedSchema = z.object({
  success: z.boolean(),
  favorites: z.array(z.string()),
})
export type FavoritesChanged = z.infer<typeof favoritesChangedSchema>

/** Response of `GET /api/favorites/{username}` (spec §2.8). */
export const publicFavoritesSchema = z.object({
  username: z.string(),
  displayName: z.string(),
  imageUrl: z.string(),
  favorites: z.array(z.string()),
  favoritesCount: z.int(),
})
export type PublicFavorites = z.infer<typeof publicFavoritesSchema>

/** A longer request body is rejected with status 413. */
export const maxFavoritesBodyBytes = 256 * 1024
