import { z } from 'zod'
import { deviceTypes, filterDocs } from './filters.ts'
import { oneOf, wallpaperFilterFields, wholeNumber } from './query.ts'

// This route has the filter `type` under the name `tag`.
const { type: _, ...filterFields } = wallpaperFilterFields

export const hostedQuerySchema = z.object({
  ...filterFields,
  count: wholeNumber({
    name: 'count',
    min: 1,
    max: 100,
    outside: 'fail',
    message: 'Count must be between 1 and 100',
  })
    .default(1)
    .describe('How many wallpapers to return. You get fewer if fewer match.'),
  tag: oneOf('tag', deviceTypes).optional().describe(filterDocs.type.description),
  resolution: oneOf('resolution', ['1080p', '1440p', '4k', '8k'])
    .optional()
    .describe(
      'The lowest resolution that a wallpaper may have: 1920 × 1080, 2560 × 1440, 3840 × 2160 or 7680 × 4320 pixels.',
    ),
})
export type HostedQuery = z.infer<typeof hostedQuerySchema>

export const hostedWallpaperSchema = z
  .object({
    public_id: z.string().describe('The id of the wallpaper.'),
    name: z.string().describe('The file name, which is the last part of `public_id`.'),
    width: z.int().describe('Pixels.'),
    height: z.int().describe('Pixels.'),
    format: z.string().describe('File format by extension: `jpg`, `png`, `webp` …'),
    created_at: z.string().describe('When the wallpaper was added (ISO 8601).'),
    tags: z.array(z.string()).describe('What the picture shows or suits, in single words.'),
    colors: z.array(z.string()).describe('Dominant colors as `#RRGGBB`, most dominant first.'),
    preview_url: z.string().describe('The URL of a preview that is cropped to 600 × 400 pixels.'),
    download_url: z.string().describe('The URL of the full-resolution file.'),
  })
  .meta({ id: 'HostedWallpaper', description: 'A wallpaper with its size, colors and preview.' })
export type HostedWallpaper = z.infer<typeof hostedWallpaperSchema>

export const hostedResponseSchema = z.array(hostedWallpaperSchema)
