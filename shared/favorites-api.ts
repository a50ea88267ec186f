import { z } from 'zod'
import { wallpaperIdSchema } from './wallpaper-id.ts'

/** Half a surrogate pair cannot be stored as UTF-8: two such ids would become one. */
const favoriteIdSchema = wallpaperIdSchema.refine((id) => id.isWellFormed())

/** A list of favorites: wallpaper ids in the order in which they were added, each once. */
const favoriteIdsSchema = z
  .array(favoriteIdSchema)
  .describe('Wallpaper ids in the order in which they were added.')

/** Response of `GET /api/favorites` (spec §4.6). */
export const favoritesResponseSchema = z.object({
  favorites: z.array(z.string()).describe('Wallpaper ids in the order in which they were added.'),
})
export type FavoritesResponse = z.infer<typeof favoritesResponseSchema>

/** Body of `POST /api/favorites` (spec §4.7): replaces the list; a repeated id counts once. */
export const replaceFavoritesSchema = z.object({ favorites: favoriteIdsSchema })

/** Body of `PATCH /api/favorites` (spec §4.8): the state that one id shall have afterwards. */
export const changeFavoriteSchema = z.object({
  wallpaperId: favoriteIdSchema,
  action: z
    .enum(['add', 'remove'])
    .describe('The state afterwards: doing it twice is the same as once.'),
})

/** Response of `POST` and `PATCH /api/favorites`: the whole list after the operation. */
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

/** No body of these routes may be longer than this many bytes (413 otherwise). */
export const maxFavoritesBodyBytes = 256 * 1024
