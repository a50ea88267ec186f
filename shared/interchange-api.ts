import { z } from 'zod'
import { wholeNumber } from './query.ts'

export const feedQuerySchema = z.object({
  page: z.string().optional(),
})

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
  authors: z.array(feedAuthorSchema).optional(),
  tags: z.array(z.string()).optional(),
  attachments: z.array(z.object({ url: z.string(), mime_type: z.string(), title: z.string() })),
})
export type FeedItem = z.infer<typeof feedItemSchema>

/** A person's favorites as a JSON Feed, newest favorite first (https://jsonfeed.org/version/1.1). */
export const feedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  description: z.string(),
  icon: z.string(),
  language: z.string(),
  authors: z.array(feedAuthorSchema),
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
