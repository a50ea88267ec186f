import { z } from 'zod'
import { wallpaperIdSchema } from './wallpaper-id.ts'

/** The device shape of a wallpaper: `desktop` is wider than high, `mobile` is higher than wide. */
export const deviceTypeSchema = z.enum(['desktop', 'mobile'])
export type DeviceType = z.infer<typeof deviceTypeSchema>

const hexColorSchema = z.string().regex(/^#[0-9A-F]{6}$/)
const shareSchema = z.number().min(0).max(1)

/**
 * One wallpaper with everything the catalogue knows of it: `/api/wallpapers/{id}`, and the `items`
 * of `?include=details`. `null` means that the catalogue does not know.
 */
export const wallpaperSchema = z.object({
  id: wallpaperIdSchema,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  type: deviceTypeSchema.nullable().describe('`null` for a square picture or an unknown size.'),
  width: z.int().positive().nullable().describe('Pixels.'),
  height: z.int().positive().nullable().describe('Pixels.'),
  format: z.string().describe('File format by extension: `jpg`, `png`, `webp` …'),
  tags: z.array(z.string()),
  colors: z.array(z.string()).describe('Color names, most dominant first.'),
  palette: z.array(hexColorSchema).describe('Dominant colors, most dominant first.'),
  color: hexColorSchema
    .nullable()
    .describe('The average color: what to paint before the picture is there.'),
  luminance: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Mean relative luminance, 0 (black) to 1 (white).'),
  placeholder: z.string().nullable().describe('ThumbHash, base64.'),
  focal_point: z
    .object({ x: shareSchema, y: shareSchema })
    .nullable()
    .default(null)
    .describe(
      'Where to crop, as shares of width and height: what CSS `object-position` takes. It holds for any shape of crop, and also in what `image_url` has cropped.',
    ),
  credit: z.string().nullable(),
  license: z.string().nullable(),
  created_at: z.string().nullable().describe('ISO 8601.'),
  url: z.string().describe('The full-resolution file.'),
  preview_url: z.string().describe('A small preview, about 600 pixels wide.'),
  image_url: z
    .string()
    .describe('Takes `w`, `h`, `fit` and `format`, and answers the picture at that size.'),
})
export type WallpaperDetail = z.infer<typeof wallpaperSchema>
