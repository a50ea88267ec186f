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
  /** `null` for a square picture or an unknown size. */
  type: deviceTypeSchema.nullable(),
  /** Pixels. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  /** File format by extension: `jpg`, `png`, `webp` … */
  format: z.string(),
  tags: z.array(z.string()),
  /** Colour names, most dominant first. */
  colors: z.array(z.string()),
  /** Dominant colours, most dominant first. */
  palette: z.array(hexColorSchema),
  /** The average colour: what to paint before the picture is there. */
  color: hexColorSchema.nullable(),
  /** Mean relative luminance, 0 (black) to 1 (white). */
  luminance: z.number().min(0).max(1).nullable(),
  /** ThumbHash, base64. */
  placeholder: z.string().nullable(),
  /**
   * Where to crop, as shares of width and height: what CSS `object-position` takes. It holds for any
   * shape of crop, and also in what `image_url` has cropped.
   */
  focal_point: z.object({ x: shareSchema, y: shareSchema }).nullable().default(null),
  credit: z.string().nullable(),
  license: z.string().nullable(),
  /** ISO 8601. */
  created_at: z.string().nullable(),
  /** The full-resolution file. */
  url: z.string(),
  /** A small preview, about 600 pixels wide. */
  preview_url: z.string(),
  /** Takes `w`, `h`, `fit` and `format`, and answers the picture at that size. */
  image_url: z.string(),
})
export type WallpaperDetail = z.infer<typeof wallpaperSchema>
