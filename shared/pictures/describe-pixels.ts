import { measureAverage } from '../oklab.ts'
import { findFocalPoint } from './focal-point.ts'
import { extractPalette, nameColors } from './picture-colors.ts'

/** A copy of a picture that fits into `sampleSize` × `sampleSize` pixels, without transparency. */
interface PixelSample {
  /** Red, green and blue of each pixel, from 0 to 255. */
  data: Uint8Array
  width: number
  height: number
}

export const sampleSize = 128

/** Measures what filters, crops and pages need to know of a picture. */
export const describePixels = (sample: PixelSample) => {
  const { primary, secondary } = nameColors(sample.data)
  return {
    primaryColors: primary,
    secondaryColors: secondary,
    palette: extractPalette(sample.data),
    ...measureAverage(sample.data, 3),
    focalPoint: findFocalPoint(sample),
  }
}
