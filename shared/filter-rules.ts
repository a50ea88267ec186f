import { hexToLab } from './oklab.ts'

export interface PictureSize {
  width: number
  height: number
}

export type Tone = 'dark' | 'middle' | 'light'

/** The relative luminance (WCAG 2) below which a picture is dark. */
export const darkBelow = 0.18

/**
 * Names the tone of a picture by its mean relative luminance (WCAG 2), from 0 to 1. Many pictures are neither dark
 * nor light: 0.18 is the middle of what the eye sees (L* 50), and few people call a picture below 0.42 light.
 */
export const toTone = (luminance: number): Tone => {
  if (luminance < darkBelow) return 'dark'
  return luminance > 0.42 ? 'light' : 'middle'
}

export const isAtLeast = ({ width, height }: PictureSize, smallest: PictureSize): boolean =>
  width >= smallest.width && height >= smallest.height

// Screens sold as 21:9 have ratios from 2.33 to 2.40. The two closest named ratios, 16:10 and 3:2, differ by 6 %.
const ratioTolerance = 1.03

/** @param ratio a value of the filter `ratio`, for example `16x9` or `portrait` */
export const hasRatio = ({ width, height }: PictureSize, ratio: string): boolean => {
  if (ratio === 'landscape') return width > height
  if (ratio === 'portrait') return width < height
  const [across = 1, down = 1] = ratio === 'square' ? [] : ratio.split('x').map(Number)
  const quotient = (width * down) / (height * across)
  return quotient <= ratioTolerance && 1 / quotient <= ratioTolerance
}

const shapesPerDoubling = 64

/**
 * Rounds the shape of a box, so that lists of the pictures that fit it can be cached. A square is 0. A box that is
 * twice as wide as high is 64, and one that is twice as high as wide is -64.
 */
export const toBoxShape = ({ width, height }: PictureSize): number =>
  Math.round(shapesPerDoubling * Math.log2(width / height))

/** The longer side in pixels below which a picture is too small for a screen. */
export const screenSide = 1280

/** A picture is too small for a screen of more than twice its length, too. */
export const toLeastSide = ({ width, height }: PictureSize): number =>
  Math.max(screenSide, Math.round(Math.max(width, height) / 2))

/** A preference for pictures, which is dropped if no other picture matches. */
export interface Preference {
  /** A crop to a box of this shape shows at least half of the picture. See `toBoxShape`. */
  boxShape?: number | undefined
  /** The longer side has at least this many pixels. */
  leastSide?: number | undefined
}

export const isPreferred = (size: PictureSize, { boxShape, leastSide = 0 }: Preference): boolean =>
  Math.max(size.width, size.height) >= leastSide &&
  (boxShape === undefined || fitsBox(size, boxShape))

/** Returns whether a crop to a box of this shape shows at least half of the picture. */
export const fitsBox = ({ width, height }: PictureSize, boxShape: number): boolean =>
  // Rounding may have made the difference larger by half a step.
  Math.abs(shapesPerDoubling * Math.log2(width / height) - boxShape) <= shapesPerDoubling + 0.5

/** A color in OKLab, rounded to steps of 0.02, the smallest difference that people notice. */
export type RoundedColor = readonly [l: number, a: number, b: number]

const step = 0.02
// The colors of pictures are seldom more vivid than this chroma. Pure red has 0.26, so without a limit it would be
// near no picture.
const mostChroma = 0.14
const nearSteps = 5

const toSteps = (value: number) => Math.round(value / step)

export const roundColor = (hex: string): RoundedColor => {
  const [l, a, b] = hexToLab(hex)
  const vivid = Math.min(1, mostChroma / Math.sqrt(a * a + b * b))
  return [toSteps(toSeenLightness(l)), toSteps(a * vivid), toSteps(b * vivid)]
}

// OKLab makes differences between nearly black colors too large. This corrects them, with the function and the
// numbers of https://bottosson.github.io/posts/colorpicker/#intermission---a-new-lightness-estimate-for-oklab.
const toSeenLightness = (l: number): number => {
  const scaled = (1.206 / 1.03) * l
  const shifted = scaled - 0.206
  return (shifted + Math.sqrt(shifted ** 2 + 0.12 * scaled)) / 2
}

export const areNear = (one: RoundedColor, other: RoundedColor): boolean =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2 <= nearSteps ** 2

export const isHexColor = (color: string): boolean => color.startsWith('#')
