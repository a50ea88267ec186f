import { rgbaToThumbHash } from 'thumbhash'
import { describePixels } from '../../../shared/pictures/describe-pixels.ts'
import { hashPicture } from '../../catalogue/perceptual-hash.ts'

interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** Small copies of a picture: one in RGB, and a smaller one in RGBA. */
export interface Sample {
  pixels: Pixels
  thumb: Pixels
}

export const describeSample = ({ pixels, thumb }: Sample) => {
  const placeholder = rgbaToThumbHash(thumb.width, thumb.height, thumb.data)
  return {
    ...describePixels(pixels),
    placeholder: Buffer.from(placeholder).toString('base64'),
    phash: hashPicture(pixels),
  }
}
