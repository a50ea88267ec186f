import { z } from 'zod'
import { oneOf, wholeNumber } from './query.ts'

const side = (name: string, what: string) =>
  wholeNumber({ name, min: 16, max: 7680, outside: 'fail' })
    .optional()
    .describe(`${what} of the box in pixels.`)

export const imageQuerySchema = z.object({
  w: side('w', 'Width'),
  h: side('h', 'Height'),
  fit: oneOf('fit', ['cover', 'contain'])
    .default('cover')
    .describe(
      '`cover` fills the box and crops the picture. `contain` fits the picture inside the box. Pictures are never enlarged.',
    ),
  format: oneOf('format', ['jpeg', 'webp'])
    .optional()
    .describe('Default: the format of the file, or JPEG if you ask for a size.'),
})
export type ImageQuery = z.infer<typeof imageQuerySchema>
