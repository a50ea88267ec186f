import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ColorName } from '../../../shared/filter-values.ts'
import { type FocalPoint, findFocalPoint } from '../../pictures/focal-point.ts'
import { linearToHex, toLinear } from '../../pictures/oklab.ts'
import { extractPalette, nameColors } from '../../pictures/picture-colors.ts'
import { type Orientation, toOrientation } from '../../pictures/shape-and-format.ts'
import { openPicture, pictureGround } from './open-picture.ts'

export interface PictureMeasure {
  /** Pixels, after the EXIF rotation. */
  width: number
  height: number
  format: PictureFormat
  orientation: Orientation
  /** Names, most dominant first. */
  primaryColors: readonly ColorName[]
  secondaryColors: readonly ColorName[]
  /** Up to six `#RRGGBB`, most dominant first. */
  palette: readonly string[]
  /** The average color in linear light, `#RRGGBB`. */
  color: string
  /** Mean relative luminance (WCAG 2), 0 to 1, three decimals. */
  luminance: number
  /** ThumbHash, base64. */
  placeholder: string
  focalPoint: FocalPoint
}

export const pictureFormats = ['jpg', 'png', 'webp', 'avif'] as const
export type PictureFormat = (typeof pictureFormats)[number]

// Increase this number when the measurement changes, so that stored measurements are discarded.
export const measureVersion = 2

const sampleSize = 128
const thumbSize = 100

/**
 * Measures a picture from one small sample.
 * @param input a path, or the content of the file
 * @throws Error when the file is not a complete jpeg, png, webp or avif, or has too many pixels
 */
export const measurePicture = async (input: string | Buffer): Promise<PictureMeasure> => {
  const picture = openPicture(input)
  const metadata = await picture.metadata()
  const format = toFormat(metadata.format, metadata.compression)
  const { width, height } = metadata.autoOrient
  const pixels = await samplePixels(picture)
  return {
    width,
    height,
    format,
    // biome-ignore lint/style/noNonNullAssertion: both sides are numbers
    orientation: toOrientation(width, height)!,
    ...describePixels(pixels),
    placeholder: await makePlaceholder(pixels),
    focalPoint: findFocalPoint(pixels),
  }
}

const toFormat = (format: string | undefined, compression: string | undefined): PictureFormat => {
  const name = format === 'jpeg' ? 'jpg' : compression === 'av1' ? 'avif' : format
  const known = pictureFormats.find((one) => one === name)
  if (known === undefined) throw new Error(`${name} is not jpeg, png, webp or avif`)
  return known
}

interface Pixels {
  data: Buffer
  width: number
  height: number
}

// `info.premultiplied` is left out on purpose: passing it back to sharp gives wrong colors.
const samplePixels = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture
    .resize({ width: sampleSize, height: sampleSize, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: pictureGround })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const describePixels = ({ data }: Pixels) => {
  const { primary, secondary } = nameColors(data)
  const [red, green, blue] = averageLight(data)
  return {
    primaryColors: primary,
    secondaryColors: secondary,
    palette: extractPalette(data),
    color: linearToHex(red, green, blue),
    luminance: Number((0.2126 * red + 0.7152 * green + 0.0722 * blue).toFixed(3)),
  }
}

const averageLight = (pixels: Uint8Array): [red: number, green: number, blue: number] => {
  let [red, green, blue] = [0, 0, 0]
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    red += toLinear(pixels[at] ?? 0)
    green += toLinear(pixels[at + 1] ?? 0)
    blue += toLinear(pixels[at + 2] ?? 0)
  }
  const count = pixels.length / 3
  return [red / count, green / count, blue / count]
}

const makePlaceholder = async ({ data, width, height }: Pixels): Promise<string> => {
  const { data: rgba, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: thumbSize, height: thumbSize, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, rgba)).toString('base64')
}
