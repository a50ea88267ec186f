import { z } from 'zod'
import { canBeUsername, isWallpaperId } from './ids.ts'
import { oneOf, wallpaperFilterFields, wholeNumber, writtenFilterFields } from './query.ts'
import { quoted } from './text.ts'
import { wallpaperSchema } from './wallpaper.ts'

const maxExcluded = 200

const exclude = z
  .string()
  .default('')
  .transform((text, context) => {
    const ids = text.split(',').map((id) => id.trim())
    const wanted = ids.filter((id) => id !== '')
    const invalid = wanted.find((id) => !isWallpaperId(id))
    if (invalid === undefined && wanted.length <= maxExcluded) return wanted
    const problem = invalid === undefined ? `${wanted.length} ids` : quoted(invalid)
    context.addIssue({
      code: 'custom',
      message: `Invalid exclude ${problem}: expected up to ${maxExcluded} wallpaper ids, separated by commas`,
    })
    return z.NEVER
  })

const usernameAfterAt = z.string().transform((text, context) => {
  const username = text.replace(/^@/, '')
  if (canBeUsername(username)) return username
  context.addIssue({
    code: 'custom',
    message: `Invalid from ${quoted(text)}: expected @ and a username of up to 128 characters, without spaces, control characters, @, / and %`,
  })
  return z.NEVER
})

const wallpapersQueryFields = z.object({
  ...wallpaperFilterFields,
  count: wholeNumber({ name: 'count', min: 1, max: 10, outside: 'clamp' })
    .default(1)
    .meta({
      description:
        'How many wallpapers to return. A number out of range is changed to the nearest number in range.',
      param: { id: 'Count' },
    }),
  include: oneOf('include', ['details'])
    .optional()
    .meta({
      description: 'Adds `items`, the details of each wallpaper, in the order of `wallpapers`.',
      param: { id: 'Include' },
    }),
  from: usernameAfterAt.optional().meta({
    description: 'The user whose public favorites to choose from, with or without the `@`.',
    pattern: '^\\s*@?[^\\s@/%]+\\s*$',
    param: { id: 'From' },
  }),
  exclude: exclude.meta({
    description: `Up to ${maxExcluded} ids of wallpapers to leave out, separated by commas.`,
    example: 'rose-tide,night-city',
    param: { id: 'Exclude' },
  }),
  seed: z
    .string()
    .max(128, 'Invalid seed: expected at most 128 characters')
    .optional()
    .meta({
      description:
        'The same seed always returns the same wallpapers. Add `page` to get pages that never overlap.',
      param: { id: 'Seed' },
    }),
  page: z
    .string()
    .meta({ type: 'integer', minimum: 1, default: 1 })
    .optional()
    .meta({
      description:
        'The page of results for the `seed`. The page of results for the `seed`. Refused with `sort=latest` or `sort=downloads` (use `offset`), and together with `seed` and `offset`. Otherwise ignored without a `seed`.',
      param: { id: 'SeedPage' },
    }),
  sort: oneOf('sort', ['random', 'latest', 'downloads'])
    .optional()
    .meta({
      description:
        '`random` is the default. `latest` returns the newest wallpapers first, and `downloads` the most downloaded ones. A server that does not count downloads answers 400 to `downloads`.',
      param: { id: 'Sort' },
    }),
  limit: wholeNumber({ name: 'limit', min: 1, max: 100, outside: 'fail' })
    .optional()
    .meta({
      description: 'How many wallpapers to return. Replaces `count` and can be larger.',
      param: { id: 'Limit' },
    }),
  offset: wholeNumber({ name: 'offset', min: 0, outside: 'fail' })
    .optional()
    .meta({
      description:
        'How many wallpapers to skip. Needs `sort=latest`, `sort=downloads` or a `seed`, otherwise ignored.',
      param: { id: 'Offset' },
    }),
})

/** Query of `GET /api/wallpapers` and `GET /api/random-wallpaper` (spec §4.1, §4.2). */
export const wallpapersQuerySchema = wallpapersQueryFields.check(({ value, issues }) => {
  const { page, sort, seed, offset } = value
  if (page === undefined) return
  const refuse = (expected: string) =>
    issues.push({
      code: 'custom',
      input: value,
      message: `Invalid page ${quoted(page)}: ${expected}`,
    })
  if (sort === 'latest' || sort === 'downloads')
    refuse(`with sort=${sort}, use offset, the number of wallpapers to skip`)
  else if (seed === undefined) return
  else if (offset !== undefined) refuse('expected page or offset, not both')
  else {
    const { error } = pageSchema.safeParse(page)
    for (const { message } of error?.issues ?? [])
      issues.push({ code: 'custom', input: value, message })
  }
})
export type WallpapersQuery = z.infer<typeof wallpapersQuerySchema>

// `page` is checked only together with a `seed`, and ignored without one.
const pageSchema = wholeNumber({ name: 'page', min: 1, outside: 'fail' })

const applied = <T extends z.ZodType>(value: T) =>
  value.describe(
    'The value of the filter that was applied, or `all` if the filter was not applied.',
  )
const { category: _, type: __, color: ___, ...others } = writtenFilterFields

export const wallpapersResponseSchema = z
  .object({
    wallpapers: z.array(z.string()).describe('URLs of full-resolution files.'),
    count: z
      .int()
      .describe('How many wallpapers this response has. It can be fewer than you asked for.'),
    category: applied(z.string()),
    type: applied(z.enum(['desktop', 'mobile', 'all'])),
    color: applied(z.string()),
    ...others,
    total: z
      .int()
      .optional()
      .describe(
        'With `sort`, `limit` or `offset`: how many wallpapers match the filters, including those that `exclude` leaves out.',
      ),
    items: z
      .array(wallpaperSchema)
      .optional()
      .describe('With `include=details`: all details of the same wallpapers.'),
  })
  .meta({ id: 'Wallpapers', description: 'Wallpapers, and the filters that were applied.' })
export type WallpapersResponse = z.infer<typeof wallpapersResponseSchema>
