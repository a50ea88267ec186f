import { z } from 'zod'
import { isWallpaperId, maxIdCharacters, wallpaperIdPattern } from './ids.ts'

export const wallpaperIdSchema = z
  .string()
  .refine(
    isWallpaperId,
    'expected 1 to 255 characters without % ? # & \\ < >, and no space at the start or end',
  )
  .meta({
    pattern: wallpaperIdPattern.source.replaceAll(String.raw`\/`, '/'),
    minLength: 1,
    maxLength: maxIdCharacters,
  })

export const deviceTypeSchema = z.enum(['desktop', 'mobile'])
export type DeviceType = z.infer<typeof deviceTypeSchema>

const hexColorSchema = z.string().regex(/^#[0-9A-F]{6}$/)
const shareSchema = z.number().min(0).max(1)

const address = (description: string) => z.string().nullable().default(null).describe(description)

/**
 * All details of one wallpaper, as `/api/wallpapers/{id}` and `?include=details` return them. `null` means that the
 * catalogue does not know the value.
 */
export const wallpaperSchema = z
  .object({
    id: wallpaperIdSchema.describe('Names the wallpaper in every route. It stays the same.'),
    title: z.string().describe('The title, or one made from the id.'),
    description: z.string().describe('A sentence about the picture. Empty if there is none.'),
    category: z.string().describe('The category. Empty if there is none.'),
    type: deviceTypeSchema
      .nullable()
      .describe(
        'The device type that the shape of the picture suits. `null` if the picture is square or its size is unknown.',
      ),
    width: z.int().positive().nullable().describe('Pixels.'),
    height: z.int().positive().nullable().describe('Pixels.'),
    format: z.string().describe('File format by extension: `jpg`, `png`, `webp` …'),
    file_size: z
      .int()
      .positive()
      .nullable()
      .optional()
      .describe(
        'The size of the full-resolution file in bytes. What a server sends is smaller if it leaves out metadata.',
      ),
    tags: z.array(z.string()).describe('What the picture shows, in single words.'),
    colors: z.array(z.string()).describe('Color names, most dominant first.'),
    palette: z.array(hexColorSchema).describe('Dominant colors, most dominant first.'),
    color: hexColorSchema
      .nullable()
      .describe('The average color of the picture. Show it until the picture has loaded.'),
    luminance: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The brightness of the picture as its mean relative luminance, from 0 (black) to 1 (white).',
      ),
    placeholder: z
      .string()
      .nullable()
      .describe('A tiny blurred preview, as a ThumbHash in base64.'),
    focal_point: z
      .object({
        x: shareSchema.describe('From 0 (left) to 1 (right).'),
        y: shareSchema.describe('From 0 (top) to 1 (bottom).'),
      })
      .nullable()
      .default(null)
      .describe(
        'The point to keep in view when you crop, as fractions of width and height, like CSS `object-position`. It applies to any crop, including those that `image_url` makes.',
      ),
    credit: z.string().nullable().describe('Who made the picture.'),
    credit_url: address('The page of who made the picture.'),
    license: z.string().nullable().describe('The name of the license, like `CC BY-SA 4.0`.'),
    license_url: address('The text of the license.'),
    source_url: address('Where the picture comes from.'),
    created_at: z.string().nullable().describe('When the wallpaper was added (ISO 8601).'),
    taken_on: z.string().nullable().optional().describe('The day of taking, like `2019-05-13`.'),
    place: z
      .string()
      .nullable()
      .optional()
      .describe('The city and the country, like `Bern, Switzerland`. Never coordinates.'),
    url: z.string().describe('The URL of the full-resolution file.'),
    preview_url: z.string().describe('The URL of a preview that is about 600 pixels wide.'),
    image_url: z
      .string()
      .describe(
        'Returns the picture at the size and in the format given by `w`, `h`, `fit` and `format`.',
      ),
  })
  .meta({
    id: 'Wallpaper',
    description:
      'All details of one wallpaper. `null` means that the catalogue does not know the value.',
  })
export type WallpaperDetail = z.infer<typeof wallpaperSchema>
