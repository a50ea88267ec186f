import { z } from 'zod'

export const colorRecordSchema = z.object({
  name: z.string(),
  hex: z
    .string()
    .regex(/^#[0-9A-F]{6}$/)
    .describe('`#000000` if the value of this color name is not known.'),
})
export const colorsResponseSchema = z.array(colorRecordSchema)
export type ColorRecord = z.infer<typeof colorRecordSchema>

export const categoryRecordSchema = z.object({
  name: z.string(),
  count: z.int().describe('How many wallpapers the category has.'),
})
export const categoriesResponseSchema = z.array(categoryRecordSchema)
export type CategoryRecord = z.infer<typeof categoryRecordSchema>
