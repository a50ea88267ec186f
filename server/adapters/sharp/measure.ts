import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ColorName } from '../../../shared/colors.ts'
import type { Orientation } from '../../catalogue/wallpaper.ts'
import { nameColors } from '../../pictures/color-names.ts'
import { toOrientation } from '../../pictures/device-type.ts'
import { type FocalPoint, findFocalPoint } from '../../pictures/focal-point.ts'
import { linearToHex, toLinear } from '../../pictures/oklab.ts'
import { extractPalette } from '../../pictures/palette.ts'

/** Everything the catalogue wants to know of a picture that its file can tell. */
export interface PictureMeasure {
  /** Pixels, as it is seen: after the EXIF rotation. */
  width: number
  height: number
  format: PictureFormat
  orientation: Orientation
  /** Names, most dominant first. */
  primaryColors: readonly ColorName[]
  secondaryColors: readonly ColorName[]
  /** Up to six `#RRGGBB`, most dominant first. */
  palette: readonly string[]
  /** Average in linear light, `#RRGGBB`. */
  color: string
  /** Mean relative luminance (WCAG 2), 0 to 1, three decimals. */
  luminance: number
  /** ThumbHash, base64. */
  placeholder: string
  focalPoint: FocalPoint
}

export const pictureFormats = ['jpg', 'png', 'webp', 'avif'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** What shows through transparent pixels, here and in renditions. */
export const pictureGround = '#000000'

/** Raise it when the same file would be measured differently, so that kept measures are made anew. */
export const measureVersion = 2

const sampleSize = 128
const thumbSize = 100
const maxSeconds = 30

/**
 * Measures a picture from one small sample of it.
 * @param input a path, or the file's bytes
 * @throws Error when it is no complete jpeg, png, webp or avif, or has too many pixels
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
    orientation: toOrientation(width, height)!,
    ...describePixels(pixels),
    placeholder: await makePlaceholder(pixels),
    focalPoint: findFocalPoint(pixels),
  }
}

/** Opens a picture turned upright; warnings of its decoder are tolerated, missing data is not. */
export const openPicture = (input: string | Buffer): Sharp =>
  sharp(input, { failOn: 'error' }).autoOrient().timeout({ seconds: maxSeconds })

const toFormat = (format: string | undefined, compression: string | undefined): PictureFormat => {
  const name = format === 'jpeg' ? 'jpg' : compression === 'av1' ? 'avif' : format
  const known = pictureFormats.find((one) => one === name)
  if (known === undefined) throw new Error(`${name} is not jpeg, png, webp or avif`)
  return known
}

/** RGB bytes and their size. */
interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** `info.premultiplied` must not be handed on: feeding it back to sharp spoils the colors. */
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
  const sums: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 1) sums[(at % 3) as 0 | 1 | 2] += toLinear(pixels[at]!)
  const count = pixels.length / 3
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

const makePlaceholder = async ({ data, width, height }: Pixels): Promise<string> => {
  const { data: rgba, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: thumbSize, height: thumbSize, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, rgba)).toString('base64')
}
