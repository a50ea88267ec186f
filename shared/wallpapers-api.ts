import { z } from 'zod'
import { isWallpaperId } from './is-wallpaper-id.ts'
import { filterWord, oneOf, quoted, wholeNumber } from './query.ts'
import { canBeUsername } from './username.ts'
import { wallpaperSchema } from './wallpaper.ts'

const maxExcluded = 200
/** How a list is written into a query, in the words of OpenAPI. */
const commaSeparated = { style: 'form', explode: false } as const

const idList = (name: string) =>
  z
    .string()
    .transform((text, context) => {
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
    .meta({
      type: 'array',
      items: { type: 'string' },
      maxItems: maxExcluded,
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
  type: oneOf('type', ['desktop', 'mobile'])
    .optional()
    .describe('`desktop` is wider than high, `mobile` higher than wide.'),
  category: filterWord.optional().describe('One of `/api/categories`.'),
  color: filterWord.optional().describe('One of `/api/colors`, as a whole word.'),
  count: wholeNumber({ name: 'count', min: 1, max: 10, outside: 'clamp' })
    .default(1)
    .describe('How many; beyond the range, the nearest in it.'),
  include: oneOf('include', ['details'])
    .optional()
    .describe('Adds `items`: the details of each, in the order of `wallpapers`.'),
  from: usernameAfterAt('from')
    .optional()
    .describe('Whose public favorites to choose from, with or without the `@`.'),
  exclude: idList('exclude')
    .default([])
    .meta({ description: 'Ids to leave out, separated by commas.', param: commaSeparated }),
  seed: seed
    .optional()
    .describe('The same seed chooses the same wallpapers; with `page`, pages that never overlap.'),
  page: z
    .string()
    .meta({ type: 'integer', minimum: 1, default: 1 })
    .optional()
    .describe('Which page of the `seed`; without one it is ignored.'),
})
export type WallpapersQuery = z.infer<typeof wallpapersQuerySchema>

/** `page` means something only beside a `seed`: alone it is ignored, as unknown parameters are. */
export const pageSchema = wholeNumber({
  name: 'page',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  outside: 'fail',
}).default(1)

/** Response of the same two routes; a filter that was not applied reads `all`. */
export const wallpapersResponseSchema = z.object({
  wallpapers: z.array(z.string()).describe('URLs of full-resolution files.'),
  count: z.int().describe('How many there are, which may be fewer than asked for.'),
  category: z.string().describe('The filter as it was applied, or `all`.'),
  type: z.enum(['desktop', 'mobile', 'all']).describe('The filter as it was applied, or `all`.'),
  color: z.string().describe('The filter as it was applied, or `all`.'),
  items: z
    .array(wallpaperSchema)
    .optional()
    .describe('With `include=details`: the same wallpapers with all that is known of them.'),
})
export type WallpapersResponse = z.infer<typeof wallpapersResponseSchema>
