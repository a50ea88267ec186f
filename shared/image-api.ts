import { z } from 'zod'
import { oneOf, wholeNumber } from './query.ts'

const side = (name: string) => wholeNumber({ name, min: 16, max: 7680, outside: 'fail' }).optional()

/** Query of `GET /images/{id}`: the box in pixels, how to fill it, and the file format. */
export const imageQuerySchema = z.object({
  w: side('w'),
  h: side('h'),
  /** `cover` fills the box and crops, `contain` fits inside it; a picture is never enlarged. */
  fit: oneOf('fit', ['cover', 'contain']).default('cover'),
  format: oneOf('format', ['jpeg', 'webp']).optional(),
})
export type ImageQuery = z.infer<typeof imageQuerySchema>
