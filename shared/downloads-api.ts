import { z } from 'zod'
import { wholeNumber } from './query.ts'

export const maxDownloadBodyBytes = 4 * 1024

const spelled =
  'The id of the wallpaper, or its file name with or without its folder, in any case and percent-encoded.'

/** Other fields are ignored. The server takes the category and the shape from its own catalogue. */
export const countDownloadSchema = z
  .object({
    sha: z.string().optional().describe(spelled),
    name: z.string().optional().describe(`${spelled} Used if \`sha\` is missing or unknown.`),
  })
  .meta({ id: 'CountDownload', description: 'The wallpaper that was downloaded.' })

const success = z.boolean().describe('Always `true`. Failures have an error status.')

export const downloadCountedSchema = z
  .object({ success })
  .meta({ id: 'DownloadCounted', description: 'The download was counted.' })

export const downloadsQuerySchema = z.object({
  limit: wholeNumber({ name: 'limit', min: 1, max: 100, outside: 'clamp' })
    .default(50)
    .describe(
      'How many wallpapers to return. A number out of range is changed to the nearest number in range.',
    ),
})
export type DownloadsQuery = z.infer<typeof downloadsQuerySchema>

export const downloadRecordSchema = z
  .object({
    sha: z.string().describe('The id of the wallpaper. Existing clients know it by this name.'),
    name: z.string().describe('The last part of the id, which may have folder names.'),
    platform: z.string().describe('`desktop`, `mobile` or `unknown`.'),
    category: z.string().describe('The category. Empty if there is none.'),
    download_count: z.int().describe('How often it was downloaded.'),
    updated_at: z.string().describe('When the wallpaper was last downloaded, in ISO 8601.'),
  })
  .meta({ id: 'Downloaded', description: 'A wallpaper, and how often it was downloaded.' })

export const downloadsResponseSchema = z
  .object({
    success,
    wallpapers: z
      .array(downloadRecordSchema)
      .describe('The most downloaded wallpaper comes first.'),
  })
  .meta({ id: 'Downloads', description: 'The most downloaded wallpapers.' })
export type DownloadsResponse = z.infer<typeof downloadsResponseSchema>
