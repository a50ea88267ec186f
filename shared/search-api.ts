import { z } from 'zod'
import { limitField, oneOf, wallpaperFilterFields, wholeNumber } from './query.ts'
import { wallpaperSchema } from './wallpaper.ts'

const orders = ['relevance', 'latest', 'random'] as const

/** Clients that send `count` instead of `limit` need no words. */
export const searchQuerySchema = z
  .object({
    q: z
      .string()
      .max(200, 'Invalid q: expected at most 200 characters')
      .default('')
      .meta({
        description:
          'Words to find in names, tags, categories and descriptions. Small typing errors are forgiven. Without `q`, a request needs `count`, and finds every wallpaper.',
        param: { example: 'mountain lake' },
      }),
    ...wallpaperFilterFields,
    sort: oneOf('sort', orders)
      .optional()
      .describe(
        'The order of the results: best match first (the default), newest first, or random (another order for each request).',
      ),
    limit: limitField.default(20).describe('How many results to return.'),
    offset: wholeNumber({ name: 'offset', min: 0, outside: 'fail' })
      .default(0)
      .describe('How many results to skip.'),
    count: wholeNumber({ name: 'count', min: 1, max: 50, outside: 'clamp' })
      .optional()
      .describe(
        'Another name for `limit`. With it, the response also has `wallpapers`. A number out of range is changed to the nearest number in range.',
      ),
    include: oneOf('include', ['details'])
      .optional()
      .describe('Adds `items`, the details of each result, in the order of `results`.'),
  })
  .refine(({ q, count }) => q !== '' || count !== undefined, {
    error: "Missing q: expected the words to search for, as in '?q=mountain lake'",
  })
export type SearchQuery = z.infer<typeof searchQuerySchema>

export const searchResultSchema = z
  .object({
    public_id: z.string().describe('The id of the wallpaper.'),
    name: z.string().describe('The last part of `public_id`, which may have folder names.'),
    url: z.string().describe('The URL of the full-resolution file.'),
    category: z.string().describe('The category. Empty if there is none.'),
    tags: z.array(z.string()).describe('What the picture shows, in single words.'),
    relevance: z.number().min(0).max(1).describe('How well the wallpaper matches, from 0 to 1.'),
  })
  .meta({ id: 'SearchResult', description: 'A wallpaper that a search found.' })

type ColumnType = 'string' | 'integer' | 'number' | 'any'

const column = (type: ColumnType, description: string) => ({
  ...(type !== 'any' && { type }),
  description,
})

// The rows of other people's catalogues are passed on unchanged, so a value of another type is not an error.
const known = (type: ColumnType, description: string) =>
  z.unknown().optional().meta(column(type, description))

const words = 'a list, or a text with spaces'

export const indexRowSchema = z
  .looseObject({
    file_name: known('string', 'The id of the wallpaper.'),
    file_main_name: known('string', 'The name of the full-resolution file in `main/`.'),
    file_cache_name: known('string', 'The name of the preview in `cache/`.'),
    width: known('integer', 'Pixels.'),
    height: known('integer', 'Pixels.'),
    file_size: known('integer', 'The size of the full-resolution file in bytes.'),
    orientation: known('string', '`Desktop` or `Mobile`.'),
    category: known('string', 'The category, often with a `#` before it.'),
    timestamp: known('string', 'When the wallpaper was added (ISO 8601).'),
    data: z
      .unknown()
      .optional()
      .meta({
        type: 'object',
        description:
          'What is known about the picture. Some catalogues have these fields at the top level.',
        properties: {
          suggested_filename: column('string', 'A file name that says what the picture shows.'),
          scene_description: column('string', 'A sentence about the picture.'),
          primary_colors: column('any', `Names of the main colors: ${words}.`),
          secondary_colors: column('any', `Names of the other colors: ${words}.`),
          tags: column('any', `What the picture shows: ${words}.`),
          credit: column('string', 'Who made the picture.'),
          credit_url: column('string', 'The page of who made the picture.'),
          license: column('string', 'The license: its name, its SPDX identifier or its address.'),
          license_url: column('string', 'The address of the license.'),
          source_url: column('string', 'The page that the picture comes from.'),
        },
        additionalProperties: {},
      }),
  })
  .meta({
    id: 'IndexRow',
    description:
      'A row of the catalogue’s `index.json`, unchanged. Every field may be missing, and catalogues have fields of their own.',
  })

export type IndexRow = z.infer<typeof indexRowSchema>

export const searchResponseSchema = z
  .object({
    results: z
      .array(searchResultSchema)
      .describe('The results of this page, in the order that `sort` sets.'),
    total: z.int().describe('How many wallpapers match the search, on all pages together.'),
    limit: z.int().describe('How many results this page may have.'),
    offset: z.int().describe('How many results come before this page.'),
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
  .meta({ id: 'SearchResults', description: 'One page of the results of a search.' })
export type SearchResponse = z.infer<typeof searchResponseSchema>
