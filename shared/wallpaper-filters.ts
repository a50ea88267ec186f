import { z } from 'zod'
import { deviceType, oneOf } from './query.ts'
import { quoted } from './text.ts'

const mostValues = 20

// Reads a list of values, separated by commas. `read` returns `undefined` for a value that is not accepted.
const listOf = (name: string, expected: string, read: (value: string) => string | undefined) =>
  z.string().transform((text, context): readonly string[] | undefined => {
    const values = text
      .split(',')
      .map((value) => value.trim().toLowerCase())
      .filter((value) => value !== '')
    const invalid = values.find((value) => read(value) === undefined)
    if (invalid === undefined && values.length <= mostValues) {
      const distinct = [...new Set(values.flatMap((value) => read(value) ?? []))]
      return distinct.length === 0 ? undefined : distinct
    }
    const problem = invalid === undefined ? `${values.length} values` : quoted(invalid)
    context.addIssue({
      code: 'custom',
      message: `Invalid ${name} ${problem}: expected ${expected}, up to ${mostValues} of them, separated by commas`,
    })
    return z.NEVER
  })

// A program that encodes an address twice sends `#` as `%23`.
const hexColor = /^(?:#|%23)?([0-9a-f]{6})$|^(?:#|%23)([0-9a-f]{3})$/

const readColor = (text: string): string | undefined => {
  const [, six, three] = hexColor.exec(text) ?? []
  const digits = six ?? three?.replace(/./g, '$&$&')
  if (digits !== undefined) return `#${digits}`
  return /^(?:#|%23)/.test(text) ? undefined : text
}

const pair = (number: string) => new RegExp(`^(${number})\\s*[x×:/]\\s*(${number})$`)
const ratioPair = pair('[0-9]{1,5}(?:\\.[0-9]{1,3})?')
const sizePair = pair('[0-9]{1,5}')

const readPair = (text: string, pattern: RegExp) => {
  const [width = 0, height = 0] = pattern.exec(text)?.slice(1).map(Number) ?? []
  return width > 0 && height > 0 ? { width, height } : undefined
}

const shapes = ['landscape', 'portrait', 'square']

const readRatio = (text: string): string | undefined => {
  if (shapes.includes(text)) return text
  const ratio = readPair(text, ratioPair)
  return ratio && `${ratio.width}x${ratio.height}`
}

const size = z.string().transform((text, context) => {
  const read = readPair(text.toLowerCase(), sizePair)
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
  type: deviceType('type'),
  category: listOf('category', 'categories from /api/categories', (text) => text)
    .optional()
    .meta({
      description: 'A category from `/api/categories`, or several, separated by commas.',
    }),
  color: listOf('color', 'color names from /api/colors or hex colors like 336699', readColor)
    .optional()
    .meta({
      description:
        'A color name from `/api/colors`, or a hex color like `336699` or `#336699`, which finds similar colors. Or several, separated by commas.',
    }),
  tone: oneOf('tone', ['dark', 'light'])
    .optional()
    .describe(
      '`dark` pictures have a luminance below 0.18, `light` ones above 0.42. Others are neither. Wallpapers with an unknown luminance are left out.',
    ),
  ratio: listOf('ratio', 'ratios like 16x9 or 16:9, landscape, portrait or square', readRatio)
    .optional()
    .meta({
      description:
        'The ratio of width to height, like `16x9` or `16:9`, with a tolerance of 3 %, or `landscape`, `portrait` or `square`. Or several, separated by commas. Wallpapers of unknown size are left out.',
    }),
  atleast: size.optional().meta({
    description:
      'The smallest width and height in pixels, like `2560x1440`. Wallpapers of unknown size are left out.',
  }),
}
const wallpaperFiltersSchema = z.object(wallpaperFilterFields)
export type WallpaperFilters = Partial<z.infer<typeof wallpaperFiltersSchema>>
