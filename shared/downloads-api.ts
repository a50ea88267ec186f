import { z } from 'zod'
import { wholeNumber } from './query.ts'

export const maxDownloadBodyBytes = 4 * 1024

const spelled = 'The id of the wallpaper, or its file name, in any case and percent-encoded.'

/** Other fields are ignored. The server takes the category and the shape from its own catalogue. */
export const countDownloadSchema = z.object({
  sha: z.string().optional().describe(spelled),
  name: z.string().optional().describe(`${spelled} Used if \`sha\` is missing or unknown.`),
})

export const downloadCountedSchema = z.object({ success: z.boolean() })

export const downloadsQuerySchema = z.object({
  limit: wholeNumber({ name: 'limit', min: 1, max: 100, outside: 'clamp' })
    .default(50)
    .describe(
      'How many wallpapers to return. A number out of range is changed to the nearest number in range.',
    ),
})
export type DownloadsQuery = z.infer<typeof downloadsQuerySchema>

export const downloadRecordSchema = z.object({
  sha: z.string().describe('The id of the wallpaper.'),
  name: z.string(),
  platform: z.string().describe('`desktop`, `mobile` or `unknown`.'),
  category: z.string(),
  download_count: z.int(),
  updated_at: z.string().describe('When the wallpaper was last downloaded, in ISO 8601.'),
})

export const downloadsResponseSchema = z.object({
  success: z.boolean(),
  wallpapers: z.array(downloadRecordSchema),
})
export type DownloadsResponse = z.infer<typeof downloadsResponseSchema>
