import { z } from 'zod'
import { oneOf, wholeNumber } from './query.ts'

const side = (name: string, what: string) =>
  wholeNumber({ name, min: 16, max: 7680, outside: 'fail' })
    .optional()
    .describe(`${what} of the box in pixels.`)

/** Query of `GET /images/{id}`: the box in pixels, how to fill it, and the file format. */
export const imageQuerySchema = z.object({
  w: side('w', 'Width'),
  h: side('h', 'Height'),
  fit: oneOf('fit', ['cover', 'contain'])
    .default('cover')
    .describe('`cover` fills the box and crops, `contain` fits inside; nothing is enlarged.'),
  format: oneOf('format', ['jpeg', 'webp'])
    .optional()
    .describe('Without it: that of the file, or JPEG when a size is asked for.'),
})
export type ImageQuery = z.infer<typeof imageQuerySchema>
