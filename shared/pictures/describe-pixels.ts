import type { FocalPoint } from '../catalogue/wallpaper.ts'
import type { ColorName } from '../filter-values.ts'
import { linearToHex, linearToLuminance, toLinear } from '../oklab.ts'
import { findFocalPoint } from './focal-point.ts'
import { extractPalette, nameColors } from './picture-colors.ts'

/** A copy of a picture that fits into `sampleSize` × `sampleSize` pixels, without transparency. */
export interface PixelSample {
  /** Red, green and blue of each pixel, from 0 to 255. */
  data: Uint8Array
  width: number
  height: number
}

export const sampleSize = 128

export interface PixelMeasure {
  /** The names of the primary and the secondary colors, most dominant first. */
  primaryColors: readonly ColorName[]
  secondaryColors: readonly ColorName[]
  /** Up to six dominant colors as `#RRGGBB`, most dominant first. */
  palette: string[]
  /** The average color in linear light, as `#RRGGBB`. */
  color: string
  /** The mean relative luminance (WCAG 2), from 0 (black) to 1 (white). */
  luminance: number
  focalPoint: FocalPoint
}

/** Measures what filters, crops and pages need to know of a picture. */
export const describePixels = (sample: PixelSample): PixelMeasure => {
  const { primary, secondary } = nameColors(sample.data)
  const [red, green, blue] = averageLight(sample.data)
  return {
    primaryColors: primary,
    secondaryColors: secondary,
    palette: extractPalette(sample.data),
    color: linearToHex(red, green, blue),
    luminance: Number(linearToLuminance(red, green, blue).toFixed(3)),
    focalPoint: findFocalPoint(sample),
  }
}

const averageLight = (pixels: Uint8Array) => {
  let [red, green, blue] = [0, 0, 0]
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    red += toLinear(pixels[at] ?? 0)
    green += toLinear(pixels[at + 1] ?? 0)
    blue += toLinear(pixels[at + 2] ?? 0)
  }
  const count = pixels.length / 3
  return [red / count, green / count, blue / count] as const
}
