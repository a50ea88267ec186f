import { z } from 'zod'
import { wholeNumber } from './query.ts'

const side = (name: string) =>
  wholeNumber({ name, min: 16, max: 100_000, outside: 'clamp' }).optional()

/** Query of `GET /oembed` (https://oembed.com §2.2). */
export const oembedQuerySchema = z.object({
  url: z.string("Missing url: expected the address of a wallpaper's or a person's page"),
  /** The widest and highest that the caller has room for, in pixels. */
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
  /** Seconds. */
  cache_age: z.int(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
}

/** What stands for a page elsewhere: a wallpaper is a photo, a person's favorites are a link. */
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
