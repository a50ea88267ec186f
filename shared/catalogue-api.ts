import { z } from 'zod'

export const colorRecordSchema = z.object({
  name: z.string(),
  hex: z
    .string()
    .regex(/^#[0-9A-F]{6}$/)
    .describe('The color as a hex value, or `#000000` if the server does not know the color name.'),
})
export const colorsResponseSchema = z.array(colorRecordSchema)
export type ColorRecord = z.infer<typeof colorRecordSchema>

export const categoryRecordSchema = z.object({
  name: z.string(),
  count: z.int().describe('How many wallpapers the category has.'),
})
export const categoriesResponseSchema = z.array(categoryRecordSchema)
export type CategoryRecord = z.infer<typeof categoryRecordSchema>
