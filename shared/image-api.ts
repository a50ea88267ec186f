import { z } from 'zod'
import { oneOf, wholeNumber } from './query.ts'

const side = (name: string, what: string) =>
  wholeNumber({ name, min: 16, max: 7680, outside: 'fail' })
    .optional()
    .meta({ description: `${what} of the box in pixels.`, param: { id: what } })

export const imageQuerySchema = z.object({
  w: side('w', 'Width'),
  h: side('h', 'Height'),
  fit: oneOf('fit', ['cover', 'contain'])
    .default('cover')
    .meta({
      description:
        '`cover` fills the box and crops the picture, unless its license forbids changes. `contain` fits the picture inside the box. Pictures are never enlarged.',
      param: { id: 'Fit' },
    }),
  format: oneOf('format', ['jpeg', 'webp'])
    .optional()
    .meta({
      description: 'Default: the format of the file, or JPEG if you ask for a size.',
      param: { id: 'ImageFormat' },
    }),
})
export type ImageQuery = z.infer<typeof imageQuerySchema>
