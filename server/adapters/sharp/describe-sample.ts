import { rgbaToThumbHash } from 'thumbhash'
import { describePixels } from '../../../shared/pictures/describe-pixels.ts'
import type { PixelSample } from '../../../shared/pictures/focal-point.ts'
import { hashPicture } from '../../catalogue/perceptual-hash.ts'

/** Small copies of a picture. The `data` of the smaller one is RGBA. */
export type Sample = Record<'pixels' | 'thumb', PixelSample>

export const describeSample = ({ pixels, thumb }: Sample) => {
  const placeholder = rgbaToThumbHash(thumb.width, thumb.height, thumb.data)
  return {
    ...describePixels(pixels),
    placeholder: Buffer.from(placeholder).toString('base64'),
    phash: hashPicture(pixels),
  }
}
