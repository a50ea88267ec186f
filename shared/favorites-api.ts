import { z } from 'zod'
import { oneOf } from './query.ts'
import { wallpaperIdSchema, wallpaperSchema } from './wallpaper.ts'

const order = 'Wallpaper ids in the order in which they were added.'
const spelled = 'The file name of a known wallpaper works too, in any case and percent-encoded.'
const ids = z.array(z.string()).describe(order)

export const favoritesQuerySchema = z.object({
  include: oneOf('include', ['details'])
    .optional()
    .describe('Adds `items`, the details of each favorite, in the order of `favorites`.'),
})
export type FavoritesQuery = z.infer<typeof favoritesQuerySchema>

export const favoritesResponseSchema = z
  .object({
    favorites: ids,
    items: z
      .array(wallpaperSchema)
      .optional()
      .describe(
        'With `include=details`: all details of the favorites that the catalogue has, in the same order.',
      ),
  })
  .meta({ id: 'Favorites', description: 'A list of favorites.' })
export type FavoritesResponse = z.infer<typeof favoritesResponseSchema>

// A request may also name a file, percent-encoded, which the pattern of an id forbids. The server looks for the
// wallpaper before it checks the id.
const sentIdSchema = wallpaperIdSchema.meta({ pattern: undefined, maxLength: undefined })

export const replaceFavoritesSchema = z
  .object({ favorites: z.array(sentIdSchema).describe(`${order} ${spelled}`) })
  .meta({ id: 'ReplaceFavorites', description: 'The whole list of favorites.' })

export const changeFavoriteSchema = z
  .object({
    wallpaperId: sentIdSchema.describe(`The id of the wallpaper. ${spelled}`),
    action: z
      .enum(['add', 'remove'])
      .describe('Sending the same change twice has the same effect as sending it once.'),
    userId: z
      .string()
      .optional()
      .describe('Whose favorites to change. The answer is 403 if somebody else is signed in.'),
  })
  .meta({ id: 'ChangeFavorite', description: 'A wallpaper, and what to do with it.' })

export const favoritesChangedSchema = z
  .object({
    success: z.boolean().describe('Always `true`. Failures have an error status.'),
    favorites: ids,
  })
  .meta({ id: 'FavoritesChanged', description: 'The list of favorites after a change.' })
export type FavoritesChanged = z.infer<typeof favoritesChangedSchema>

export const publicFavoritesSchema = z
  .object({
    username: z.string().describe('The username as you sent it, without an `@` before it.'),
    displayName: z.string().describe('The name that others see.'),
    imageUrl: z.string().describe('URL of the profile picture.'),
    favorites: ids,
    favoritesCount: z.int().describe('How many favorites there are.'),
    renamedTo: z.string().optional().describe('Their username now, if you sent a former one.'),
  })
  .meta({ id: 'PublicFavorites', description: 'The favorites of a user, as everyone sees them.' })
export type PublicFavorites = z.infer<typeof publicFavoritesSchema>

/** A client should wait this long for the answer to a change. The server makes no change later than this. */
export const favoritesPatienceMs = 20_000

export const maxFavoritesBodyBytes = 256 * 1024
