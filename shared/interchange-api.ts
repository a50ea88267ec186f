import { z } from 'zod'
import { limitField, wallpaperFilterFields } from './query.ts'
import { wallpapersQuerySchema } from './wallpapers-api.ts'

export const feedQuerySchema = z.object({
  ...wallpaperFilterFields,
  from: wallpapersQuerySchema.shape.from,
  limit: limitField
    .default(50)
    .meta({ description: 'How many wallpapers to return.', param: { id: 'FeedLimit' } }),
})
export type FeedQuery = z.infer<typeof feedQuerySchema>

const feedAuthorSchema = z
  .object({
    name: z.string().describe('The name.'),
    url: z.string().optional().describe('A page about the author.'),
  })
  .meta({ id: 'FeedAuthor', description: 'Who made a picture.' })

const feedLicenseSchema = z
  .object({
    name: z.string().describe('The name of the license, or its text if it is not known.'),
    url: z.string().optional().describe('The address of the license.'),
  })
  .meta({ id: 'FeedLicense', description: 'The license of a picture.' })

const feedAttachmentSchema = z
  .object({
    url: z.string().describe('The address of the file.'),
    mime_type: z.string().describe('The type of the file.'),
    title: z.string().describe('What the file is.'),
    size_in_bytes: z.int().optional().describe('The size of the file, if it is known.'),
  })
  .meta({ id: 'FeedAttachment', description: 'A file that belongs to an item of a feed.' })

const feedItemSchema = z
  .object({
    id: z.string().describe('Names the item. It stays the same.'),
    url: z.string().describe('The page of the wallpaper.'),
    title: z.string().describe('The title of the wallpaper.'),
    content_html: z.string().describe('The picture as HTML.'),
    summary: z.string().optional().describe('A sentence about the picture.'),
    image: z.string().describe('A small picture.'),
    banner_image: z.string().describe('A large picture.'),
    date_published: z.string().optional().describe('When the wallpaper was added (RFC 3339).'),
    author: feedAuthorSchema.optional().describe('The first author, for readers of JSON Feed 1.0.'),
    authors: z.array(feedAuthorSchema).optional().describe('All authors.'),
    _license: feedLicenseSchema.optional(),
    tags: z.array(z.string()).optional().describe('What the picture shows, in single words.'),
    attachments: z.array(feedAttachmentSchema).describe('The full-resolution file.'),
  })
  .meta({ id: 'FeedItem', description: 'A wallpaper in a feed.' })

/** A list of wallpapers as a JSON Feed (https://jsonfeed.org/version/1.1). */
export const feedSchema = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1').describe('The version of JSON Feed.'),
    title: z.string().describe('The title of the feed, with its filters.'),
    home_page_url: z.string().describe('The page with the same wallpapers.'),
    feed_url: z.string().describe('The address of this feed.'),
    description: z.string().describe('What the feed has.'),
    favicon: z.string().optional().describe('A small picture for the feed.'),
    language: z.string().describe('The language of the feed.'),
    items: z.array(feedItemSchema).describe('The wallpapers, the newest first.'),
  })
  .meta({ id: 'Feed', description: 'A list of wallpapers as a JSON Feed 1.1.' })
export type Feed = z.infer<typeof feedSchema>
