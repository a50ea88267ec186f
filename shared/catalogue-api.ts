import { z } from 'zod'

/** A colour record of `GET /api/colors` (spec §2.4); a name without a known value has `#000000`. */
export const colorRecordSchema = z.object({
  name: z.string(),
  hex: z.string().regex(/^#[0-9A-F]{6}$/),
})
export const colorsResponseSchema = z.array(colorRecordSchema)
export type ColorRecord = z.infer<typeof colorRecordSchema>

/** A record of `GET /api/categories`: a category and how many wallpapers it holds. */
export const categoryRecordSchema = z.object({ name: z.string(), count: z.int() })
export const categoriesResponseSchema = z.array(categoryRecordSchema)
export type CategoryRecord = z.infer<typeof categoryRecordSchema>

/** `GET /api/instance`: what a client must know of a server before it uses it. */
export const instanceSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** How people sign in here. */
  identity: z.enum(['none', 'local', 'clerk']),
  /** The key that a client of Clerk starts with; public by design. */
  publishableKey: z.string().optional(),
})
export type Instance = z.infer<typeof instanceSchema>
