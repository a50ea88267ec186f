import { z } from 'zod'

/** Query of `GET /share/{username}/feed.json`. */
export const feedQuerySchema = z.object({
  /** From 1; the nearest page there is for anything else. */
  page: z.string().optional(),
})

const feedAuthorSchema = z.object({
  name: z.string(),
  url: z.string().optional(),
  avatar: z.string().optional(),
})

export const feedItemSchema = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  content_html: z.string(),
  summary: z.string().optional(),
  image: z.string(),
  banner_image: z.string(),
  /** When the wallpaper came into the catalogue, RFC 3339; hearts have no date. */
  date_published: z.string().optional(),
  authors: z.array(feedAuthorSchema).optional(),
  tags: z.array(z.string()).optional(),
  attachments: z.array(z.object({ url: z.string(), mime_type: z.string(), title: z.string() })),
})
export type FeedItem = z.infer<typeof feedItemSchema>

/** Somebody's favorites, newest heart first, as feed readers take them (https://jsonfeed.org/version/1.1). */
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
