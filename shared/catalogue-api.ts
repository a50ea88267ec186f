import { z } from 'zod'

export const colorRecordSchema = z
  .object({
    name: z.string().describe('The name, as the filter `color` accepts it.'),
    hex: z
      .string()
      .regex(/^#[0-9A-F]{6}$/)
      .describe(
        'The color as a hex value, or `#000000` if the server does not know the color name.',
      ),
  })
  .meta({ id: 'Color', description: 'A color of the catalogue.' })
export const colorsResponseSchema = z.array(colorRecordSchema)
export type ColorRecord = z.infer<typeof colorRecordSchema>

export const categoryRecordSchema = z
  .object({
    name: z.string().describe('The name, as the filter `category` accepts it.'),
    label: z
      .string()
      .optional()
      .describe('The name of its folder, if it says more: `Sea & sand` for `sea-&-sand`.'),
    count: z.int().describe('How many wallpapers the category has.'),
  })
  .meta({ id: 'Category', description: 'A category of the catalogue.' })
export const categoriesResponseSchema = z.array(categoryRecordSchema)
export type CategoryRecord = z.infer<typeof categoryRecordSchema>

export const tagRecordSchema = z
  .object({
    name: z.string().describe('The name in lower case, as the filter `tag` accepts it.'),
    count: z.int().describe('How many wallpapers have the tag.'),
  })
  .meta({ id: 'Tag', description: 'A tag of the catalogue.' })
export const tagsResponseSchema = z.array(tagRecordSchema)
export type TagRecord = z.infer<typeof tagRecordSchema>
