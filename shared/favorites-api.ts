import { z } from 'zod'
import { wallpaperIdSchema } from './wallpaper.ts'

const order = 'Wallpaper ids in the order in which they were added.'

export const favoritesResponseSchema = z.object({
  favorites: z.array(z.string()).describe(order),
})
export type FavoritesResponse = z.infer<typeof favoritesResponseSchema>

export const replaceFavoritesSchema = z.object({
  favorites: z.array(wallpaperIdSchema).describe(order),
})

export const changeFavoriteSchema = z.object({
  wallpaperId: wallpaperIdSchema,
  action: z
    .enum(['add', 'remove'])
    .describe('Sending the same change twice has the same effect as sending it once.'),
})

export const favoritesChangedSchema = z.object({
  success: z.boolean(),
  favorites: z.array(z.string()),
})
export type FavoritesChanged = z.infer<typeof favoritesChangedSchema>

export const publicFavoritesSchema = z.object({
  username: z.string(),
  displayName: z.string(),
  imageUrl: z.string(),
  favorites: z.array(z.string()),
  favoritesCount: z.int(),
})
export type PublicFavorites = z.infer<typeof publicFavoritesSchema>

/** A client should wait this long for the answer to a change. The server makes no change later than this. */
export const favoritesPatienceMs = 20_000

export const maxFavoritesBodyBytes = 256 * 1024
