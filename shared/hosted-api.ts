import { z } from 'zod'
import { oneOf, wholeNumber } from './query.ts'

/** Minimum width AND height of each `resolution` (spec §4.3), in pixels. */
export const resolutions = {
  '1080p': { width: 1920, height: 1080 },
  '1440p': { width: 2560, height: 1440 },
  '4k': { width: 3840, height: 2160 },
  '8k': { width: 7680, height: 4320 },
} as const
export type Resolution = keyof typeof resolutions

/** Query of `GET /api/random-wallpapers` (spec §4.3). */
export const hostedQuerySchema = z.object({
  count: wholeNumber({
    name: 'count',
    min: 1,
    max: 100,
    outside: 'fail',
    message: 'Count must be between 1 and 100',
  }).default(1),
  tag: oneOf('tag', ['desktop', 'mobile']).optional(),
  resolution: oneOf('resolution', ['1080p', '1440p', '4k', '8k']).optional(),
})
export type HostedQuery = z.infer<typeof hostedQuerySchema>

/** A hosted wallpaper record (spec §2.3). */
export const hostedWallpaperSchema = z.object({
  public_id: z.string(),
  /** The last part of `public_id`. */
  name: z.string(),
  width: z.int(),
  height: z.int(),
  format: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  tags: z.array(z.string()),
  /** Dominant colours, `#RRGGBB`, most dominant first. */
  colors: z.array(z.string()),
  /** 600 by 400 pixels, fill-cropped. */
  preview_url: z.string(),
  download_url: z.string(),
})
export type HostedWallpaper = z.infer<typeof hostedWallpaperSchema>

export const hostedResponseSchema = z.array(hostedWallpaperSchema)
