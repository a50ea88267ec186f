import { z } from 'zod'
import { filterWord, oneOf, quoted, wholeNumber } from './query.ts'
import { canBeUsername } from './username.ts'
import { wallpaperSchema } from './wallpaper.ts'
import { isWallpaperId } from './wallpaper-id.ts'

const maxExcluded = 200

const idList = (name: string) =>
  z.string().transform((text, context) => {
    const ids = text.split(',').map((id) => id.trim())
    const wanted = ids.filter((id) => id !== '')
    const invalid = wanted.find((id) => !isWallpaperId(id))
    if (invalid === undefined && wanted.length <= maxExcluded) return wanted
    const problem = invalid === undefined ? `${wanted.length} ids` : quoted(invalid)
    context.addIssue({
      code: 'custom',
      message: `Invalid ${name} ${problem}: expected up to ${maxExcluded} wallpaper ids, separated by commas`,
    })
    return z.NEVER
  })

const usernameAfterAt = (name: string) =>
  z.string().transform((text, context) => {
    const username = text.replace(/^@/, '')
    if (canBeUsername(username)) return username
    context.addIssue({
      code: 'custom',
      message: `Invalid ${name} ${quoted(text)}: expected @ and a username, of up to 128 characters, without blanks, control characters, @, / and %`,
    })
    return z.NEVER
  })

const seed = z.string().max(128, 'Invalid seed: expected at most 128 characters')

/** Query of `GET /api/wallpapers` and `GET /api/random-wallpaper` (spec §4.1, §4.2). */
export const wallpapersQuerySchema = z.object({
  type: oneOf('type', ['desktop', 'mobile']).optional(),
  category: filterWord.optional(),
  color: filterWord.optional(),
  count: wholeNumber({ name: 'count', min: 1, max: 10, outside: 'clamp' }).default(1),
  /** `details` adds `items`, in the order of `wallpapers`. */
  include: oneOf('include', ['details']).optional(),
  /** Whose public favorites to select among, with or without the `@`; read without it. */
  from: usernameAfterAt('from').optional(),
  /** Ids that must not be in the answer. */
  exclude: idList('exclude').default([]),
  /** With `page`: pages of one seeded permutation, which never overlap. */
  seed: seed.optional(),
  page: z.string().optional(),
})

/** `page` means something only beside a `seed`: alone it is ignored, as unknown parameters are. */
export const pageSchema = wholeNumber({
  name: 'page',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  outside: 'fail',
}).default(1)

/** Response of the same two routes; a filter that was not applied reads `all`. */
export const wallpapersResponseSchema = z.object({
  /** URLs of full-resolution files. */
  wallpapers: z.array(z.string()),
  count: z.int(),
  category: z.string(),
  type: z.enum(['desktop', 'mobile', 'all']),
  color: z.string(),
  items: z.array(wallpaperSchema).optional(),
})
export type WallpapersResponse = z.infer<typeof wallpapersResponseSchema>
