import { measureAverage } from '../oklab.ts'
import { findFocalPoint, type PixelSample } from './focal-point.ts'
import { extractPalette, nameColors } from './picture-colors.ts'

/** The largest width and height of a sample, in pixels. */
export const sampleSize = 128

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
