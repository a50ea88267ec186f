import { z } from 'zod'
import { oneOf, wholeNumber } from './query.ts'
import { wallpaperSchema } from './wallpaper.ts'
import { wallpaperFilterFields } from './wallpaper-filters.ts'

const searchCountSchema = wholeNumber({
  name: 'count',
  min: 1,
  max: 50,
  outside: 'clamp',
}).describe(
  'Another name for `limit`. With it, `q` may be missing, which finds every wallpaper, and the response also has `wallpapers`.',
)

/** Query of `GET /api/wallpapers/search` (spec §4.4). */
export const searchQuerySchema = z.object({
  q: z
    .string("Missing q: expected the words to search for, as in '?q=mountain lake'")
    .max(200, 'Invalid q: expected at most 200 characters')
    .meta({
      description:
        'Words to find in names, tags, categories and descriptions. Small typing errors are forgiven.',
      example: 'mountain lake',
    }),
  ...wallpaperFilterFields,
  sort: oneOf('sort', ['relevance', 'latest', 'random', 'downloads'])
    .optional()
    .describe(
      'The order of the results: best match first (the default), newest first, random (another order for each request), or most downloaded first. A server that does not count downloads answers 400 to `downloads`.',
    ),
  limit: wholeNumber({ name: 'limit', min: 1, max: 100, outside: 'fail' })
    .default(20)
    .describe('How many results to return.'),
  offset: wholeNumber({ name: 'offset', min: 0, outside: 'fail' })
    .default(0)
    .describe('How many results to skip.'),
  count: searchCountSchema.optional(),
  include: oneOf('include', ['details'])
    .optional()
    .describe('Adds `items`, the details of each result, in the order of `results`.'),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** The query of clients that send `count` instead of `limit`, and need no words. */
export const countedSearchQuerySchema = searchQuerySchema.extend({
  q: searchQuerySchema.shape.q.default(''),
  count: searchCountSchema,
})

export const searchResultSchema = z.object({
  public_id: z.string().describe('The id of the wallpaper.'),
  name: z.string(),
  url: z.string().describe('The URL of the full-resolution file.'),
  category: z.string(),
  tags: z.array(z.string()),
  relevance: z
    .number()
    .min(0)
    .max(1)
    .describe('How well the wallpaper matches. The best match comes first.'),
})

/** The fields of a row differ from catalogue to catalogue. */
export const indexRowSchema = z.looseObject({})

export const searchResponseSchema = z.object({
  results: z.array(searchResultSchema),
  total: z.int().describe('How many wallpapers match the search, on all pages together.'),
  limit: z.int(),
  offset: z.int(),
  wallpapers: z
    .array(indexRowSchema)
    .describe(
      'The rows of the results, as they are in the index. Only in responses to requests with `count`.',
    )
    .optional(),
  items: z
    .array(wallpaperSchema)
    .optional()
    .describe('With `include=details`: all details of the results.'),
})
export type SearchResponse = z.infer<typeof searchResponseSchema>
