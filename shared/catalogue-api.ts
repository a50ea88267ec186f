import { z } from 'zod'

/** A color record of `GET /api/colors` (spec §2.4); a name without a known value has `#000000`. */
export const colorRecordSchema = z.object({
  name: z.string(),
  hex: z
    .string()
    .regex(/^#[0-9A-F]{6}$/)
    .describe('`#000000` for a name without a known value.'),
})
export const colorsResponseSchema = z.array(colorRecordSchema)
export type ColorRecord = z.infer<typeof colorRecordSchema>

/** A record of `GET /api/categories`: a category and how many wallpapers it holds. */
export const categoryRecordSchema = z.object({
  name: z.string(),
  count: z.int().describe('How many wallpapers it holds.'),
})
export const categoriesResponseSchema = z.array(categoryRecordSchema)
export type CategoryRecord = z.infer<typeof categoryRecordSchema>

/** `GET /api/instance`: what a client must know of a server before it uses it. */
export const instanceSchema = z.object({
  name: z.string(),
  version: z.string(),
  identity: z.enum(['none', 'local', 'clerk']).describe('How people sign in here.'),
  publishableKey: z
    .string()
    .describe('The key that a client of Clerk starts with; public by design.')
    .optional(),
})
export type Instance = z.infer<typeof instanceSchema>

/** `GET /api`: where everything else is described. */
export const apiIndexSchema = z.object({
  documentation: z.string().describe('For people.'),
  openapi: z.string().describe('For programs: OpenAPI 3.1.'),
})
export type ApiIndex = z.infer<typeof apiIndexSchema>
