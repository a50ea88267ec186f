import { z } from 'zod'
import { canBeUsername } from './ids.ts'
import {
  limitField,
  oneOf,
  type Read,
  readWith,
  wallpaperFilterFields,
  wholeNumber,
  writtenFilterFields,
} from './query.ts'
import { quoted } from './text.ts'
import { wallpaperSchema } from './wallpaper.ts'

const maxIds = 200

const readIds: Read<readonly string[]> = (text) => {
  const ids = text.split(',').map((id) => id.trim())
  const value = ids.filter((id) => id !== '')
  return value.length > maxIds ? { problem: `${value.length} ids` } : { value }
}

const listOfIds = (name: string) =>
  readWith(name, readIds, `up to ${maxIds} wallpaper ids, separated by commas`)

const orders = ['random', 'latest'] as const

const readUsername: Read<string> = (text) => {
  const value = text.replace(/^@/, '')
  return canBeUsername(value) ? { value } : { problem: quoted(text) }
}

const usernameAfterAt = readWith(
  'from',
  readUsername,
  '@ and a username of up to 128 characters, without spaces, control characters, @, / and %',
)

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
  ids: listOfIds('ids')
    .optional()
    .meta({
      description: `Up to ${maxIds} ids or file names of wallpapers, separated by commas. Instead of random ones, exactly these are returned, in this order and with \`items\`. Unknown ids, and those that do not match the filters, are left out. \`count\` is ignored. Cannot be combined with \`from\`, \`exclude\`, \`seed\`, \`page\`, \`sort\`, \`limit\` and \`offset\`.`,
      example: 'rose-tide,night-city',
      param: { id: 'Ids' },
    }),
  exclude: listOfIds('exclude')
    .prefault('')
    .meta({
      description: `Up to ${maxIds} ids or file names of wallpapers to leave out, separated by commas. Unknown ones are ignored.`,
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
        'The page of results for the `seed`. Refused with `sort=latest` (use `offset`), and together with `seed` and `offset`. Otherwise ignored without a `seed`.',
      param: { id: 'SeedPage' },
    }),
  sort: oneOf('sort', orders)
    .optional()
    .meta({
      description: '`random` is the default. `latest` returns the newest wallpapers first.',
      param: { id: 'Sort' },
    }),
  limit: limitField.optional().meta({
    description: 'How many wallpapers to return. Replaces `count` and can be larger.',
    param: { id: 'Limit' },
  }),
  offset: wholeNumber({ name: 'offset', min: 0, outside: 'fail' })
    .optional()
    .meta({
      description:
        'How many wallpapers to skip. Needs `sort=latest` or a `seed`, otherwise ignored.',
      param: { id: 'Offset' },
    }),
})

export const wallpapersQuerySchema = wallpapersQueryFields.check(({ value, issues }) => {
  const { ids, page, sort, seed, offset } = value
  const fail = (message: string) => issues.push({ code: 'custom', input: value, message })
  const other = ids && notWithIds.find((name) => String(value[name] ?? '') !== '')
  if (other) fail(`Invalid ${other}: expected ${other} or ids, not both`)
  if (page === undefined || other) return
  const refuse = (expected: string) => fail(`Invalid page ${quoted(page)}: ${expected}`)
  if (sort === 'latest') refuse(`with sort=latest, use offset, the number of wallpapers to skip`)
  else if (seed === undefined) return
  else if (offset !== undefined) refuse('expected page or offset, not both')
  else {
    const { error } = pageSchema.safeParse(page)
    for (const { message } of error?.issues ?? []) fail(message)
  }
})
export type WallpapersQuery = z.infer<typeof wallpapersQuerySchema>

const notWithIds = ['from', 'exclude', 'seed', 'page', 'sort', 'limit', 'offset'] as const

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
      .describe('With `include=details` or `ids`: all details of the same wallpapers.'),
  })
  .meta({ id: 'Wallpapers', description: 'Wallpapers, and the filters that were applied.' })
export type WallpapersResponse = z.infer<typeof wallpapersResponseSchema>

const { wallpapers, count, items } = wallpapersResponseSchema.shape

export const similarQuerySchema = z.object({
  ...wallpaperFilterFields,
  limit: limitField.default(12).describe('How many wallpapers to return.'),
  include: wallpapersQueryFields.shape.include,
})
export type SimilarQuery = z.infer<typeof similarQuerySchema>

export const similarResponseSchema = z
  .object({ wallpapers, count, items })
  .meta({ id: 'SimilarWallpapers', description: 'Wallpapers that look like another one.' })
export type SimilarResponse = z.infer<typeof similarResponseSchema>
