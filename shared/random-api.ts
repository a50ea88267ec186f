import { z } from 'zod'
import { imageQuerySchema } from './image-api.ts'
import { oneOf, wallpaperFilterFields } from './query.ts'
import { quoted } from './text.ts'
import { wallpaperSchema } from './wallpaper.ts'
import { wallpapersQuerySchema } from './wallpapers-api.ts'

const { from, exclude, seed } = wallpapersQuerySchema.shape
const filters = { ...wallpaperFilterFields, from }
const { w, h, fit } = imageQuerySchema.shape
const size = { w, h, fit }

const format = oneOf('format', ['jpeg', 'webp'])
  .default('jpeg')
  .meta({
    description: 'The format of the picture. JPEG pictures are never progressive.',
    param: { id: 'PictureFormat' },
  })

export const randomFileQuerySchema = z.object({
  ...filters,
  exclude,
  seed: seed.meta({
    description: 'The same seed returns the same picture until the catalogue changes.',
    param: { id: 'PictureSeed' },
  }),
  ...size,
})
export const randomQuerySchema = randomFileQuerySchema.extend({ format })
export type RandomQuery = z.infer<typeof randomQuerySchema>

const isDate = (text: string) => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

const date = z
  .string()
  .refine(isDate, {
    error: ({ input }) => `Invalid date ${quoted(String(input))}: expected a day like 2026-11-22`,
  })
  .meta({ format: 'date' })

export const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const tz = z.string().refine(isTimeZone, {
  error: ({ input }) =>
    `Invalid tz ${quoted(String(input))}: expected the name of a time zone, like Europe/Berlin or UTC`,
})

const day = {
  date: date.optional().meta({
    description: 'A day like `2026-11-22`. Default: today in the time zone `tz`.',
    param: { id: 'Date' },
  }),
  tz: tz.optional().meta({
    description:
      'The time zone in which the day begins and ends, like `Europe/Berlin`. Default: that of the server, which is UTC unless it sets `TZ`.',
    example: 'Europe/Berlin',
    param: { id: 'TimeZone' },
  }),
}

export const todayQuerySchema = z.object({ ...filters, ...day })
export type TodayQuery = z.infer<typeof todayQuerySchema>
export const todayFileQuerySchema = todayQuerySchema.extend(size)
export const todayPictureQuerySchema = todayFileQuerySchema.extend({ format })
export type TodayPictureQuery = z.infer<typeof todayPictureQuerySchema>

export const todayResponseSchema = z
  .object({
    date: z.string().describe('The day, like `2026-11-22`.'),
    tz: z.string().describe('The time zone of the day.'),
    next_at: z
      .string()
      .nullable()
      .describe('When the next picture comes (ISO 8601). `null` if `date` is not today.'),
    wallpaper: wallpaperSchema,
  })
  .meta({ id: 'WallpaperOfToday', description: 'The wallpaper of a day.' })
export type TodayResponse = z.infer<typeof todayResponseSchema>
