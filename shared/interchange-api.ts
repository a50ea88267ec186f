import { z } from 'zod'
import { wholeNumber } from './query.ts'
import { wallpaperFilterFields } from './wallpaper-filters.ts'

const feedFields = {
  limit: wholeNumber({ name: 'limit', min: 1, max: 100, outside: 'fail' })
    .default(50)
    .describe('How many wallpapers to return.'),
  page: wholeNumber({ name: 'page', min: 1, outside: 'fail' })
    .default(1)
    .describe('The page of wallpapers, starting at 1. A page after the last one is empty.'),
}

/** Query of the feeds of a user's favorites. */
export const feedQuerySchema = z.object(feedFields)
/** Query of the feeds of the catalogue. */
export const catalogueFeedQuerySchema = z.object({ ...wallpaperFilterFields, ...feedFields })
export type CatalogueFeedQuery = z.infer<typeof catalogueFeedQuerySchema>

const feedAuthorSchema = z.object({
  name: z.string(),
  url: z.string().optional(),
  avatar: z.string().optional(),
})

const feedItemSchema = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  content_html: z.string(),
  summary: z.string().optional(),
  image: z.string(),
  banner_image: z.string(),
  date_published: z.string().optional(),
  author: feedAuthorSchema.optional(),
  authors: z.array(feedAuthorSchema).optional(),
  tags: z.array(z.string()).optional(),
  attachments: z.array(z.object({ url: z.string(), mime_type: z.string(), title: z.string() })),
})
export type FeedItem = z.infer<typeof feedItemSchema>

/** A list of wallpapers as a JSON Feed (https://jsonfeed.org/version/1.1). */
export const feedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  description: z.string(),
  icon: z.string().optional(),
  favicon: z.string().optional(),
  language: z.string(),
  author: feedAuthorSchema.optional(),
  authors: z.array(feedAuthorSchema).optional(),
  next_url: z.string().optional(),
  items: z.array(feedItemSchema),
})
export type Feed = z.infer<typeof feedSchema>

const side = (name: string) =>
  wholeNumber({ name, min: 16, max: 100_000, outside: 'clamp' }).optional()

/** Query of `GET /oembed` (https://oembed.com §2.2). */
export const oembedQuerySchema = z.object({
  url: z.string('Missing url: expected the address of a wallpaper page or a share page'),
  maxwidth: side('maxwidth'),
  maxheight: side('maxheight'),
  format: z
    .string()
    .transform((text) => text.toLowerCase())
    .default('json'),
})
export type OembedQuery = z.infer<typeof oembedQuerySchema>

const common = {
  version: z.literal('1.0'),
  title: z.string(),
  author_name: z.string().optional(),
  author_url: z.string().optional(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.int(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
}

export const oembedResponseSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('photo'),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    ...common,
  }),
  z.object({ type: z.literal('link'), ...common }),
])
export type OembedResponse = z.infer<typeof oembedResponseSchema>

export const sitemapQuerySchema = z.object({
  page: wholeNumber({ name: 'page', min: 1, max: 50_000, outside: 'fail' }).optional(),
})
