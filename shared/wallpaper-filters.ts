import { z } from 'zod'
import { deviceType, oneOf } from './query.ts'
import { mostValues, readColor, readList, readRatio, readSize, tones } from './read-filters.ts'
import { quoted } from './text.ts'

const listOf = (name: string, expected: string, read: (value: string) => string | undefined) =>
  z.string().transform((text, context): readonly string[] | undefined => {
    const list = readList(text, read)
    if ('values' in list) return list.values
    context.addIssue({
      code: 'custom',
      message: `Invalid ${name} ${list.problem}: expected ${expected}, up to ${mostValues} of them, separated by commas`,
    })
    return z.NEVER
  })

const size = z.string().transform((text, context) => {
  const read = readSize(text)
  if (read !== undefined) return read
  context.addIssue({
    code: 'custom',
    message: `Invalid atleast ${quoted(text)}: expected a width and a height in pixels, like 2560x1440`,
  })
  return z.NEVER
})

/**
 * The filters of every route that selects wallpapers. A wallpaper must match all filters that are given. Of several
 * values of one filter, separated by commas, it must match one.
 */
export const wallpaperFilterFields = {
  type: deviceType('type').meta({ param: { id: 'Type' } }),
  category: listOf('category', 'categories from /api/categories', (text) => text)
    .optional()
    .meta({
      description: 'A category from `/api/categories`, or several, separated by commas.',
      example: 'nature,art',
      param: { id: 'Category' },
    }),
  color: listOf('color', 'color names from /api/colors or hex colors like 336699', readColor)
    .optional()
    .meta({
      description:
        'A color name from `/api/colors`, or a hex color like `336699`, `#336699` or `369`, which finds similar colors. Or several, separated by commas.',
      example: 'blue,336699',
      param: { id: 'Color' },
    }),
  tone: oneOf('tone', tones)
    .optional()
    .meta({
      description:
        '`dark` pictures have a luminance below 0.18, `light` ones above 0.42. Others are neither. Wallpapers with an unknown luminance are left out.',
      param: { id: 'Tone' },
    }),
  ratio: listOf('ratio', 'ratios like 16x9 or 16:9, landscape, portrait or square', readRatio)
    .optional()
    .meta({
      description:
        'The ratio of width to height, like `16x9` or `16:9`, with a tolerance of 3 %, or `landscape`, `portrait` or `square`. Or several, separated by commas. Wallpapers of unknown size are left out.',
      example: '16x9,landscape',
      param: { id: 'Ratio' },
    }),
  atleast: size.optional().meta({
    description:
      'The smallest width and height in pixels, like `2560x1440`. Wallpapers of unknown size are left out.',
    example: '2560x1440',
    pattern: '^\\s*[0-9]{1,5}\\s*[xX×:/]\\s*[0-9]{1,5}\\s*$',
    param: { id: 'AtLeast' },
  }),
}
const wallpaperFiltersSchema = z.object(wallpaperFilterFields)
export type WallpaperFilters = Partial<z.infer<typeof wallpaperFiltersSchema>>
