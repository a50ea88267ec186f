import { z } from 'zod'
import { wallpaperIdSchema } from './wallpaper.ts'

/**
 * A wallpaper id without lone surrogates. Storing lone surrogates as UTF-8 would turn two different ids into the
 * same id.
 */
const favoriteIdSchema = wallpaperIdSchema.refine((id) => id.isWellFormed())

const order = 'Wallpaper ids in the order in which they were added.'

export const favoritesResponseSchema = z.object({
  favorites: z.array(z.string()).describe(order),
})
export type FavoritesResponse = z.infer<typeof favoritesResponseSchema>

export const replaceFavoritesSchema = z.object({
  favorites: z.array(favoriteIdSchema).describe(order),
})

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

export const publicFavoritesSchema = z.object({
  username: z.string(),
  displayName: z.string(),
  imageUrl: z.string(),
  favorites: z.array(z.string()),
  favoritesCount: z.int(),
})
export type PublicFavorites = z.infer<typeof publicFavoritesSchema>

export const maxFavoritesBodyBytes = 256 * 1024
