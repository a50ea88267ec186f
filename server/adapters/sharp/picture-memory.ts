import type { Metadata } from 'sharp'
import type { Size } from '../../catalogue/renditions.ts'

/** The picture to make. `whole` is the resized picture before it is cropped. */
export interface PictureOutput extends Size {
  whole: Size
  format: 'jpeg' | 'webp'
}

const pixelsOf = ({ width, height }: Size) => width * height

/**
 * Estimates how many bytes of memory sharp needs to decode a picture and to encode another one. The figures are upper
 * bounds of what sharp 0.35 took for pictures of 8 to 225 megapixels.
 */
export const estimateMemory = (picture: Metadata, output?: PictureOutput): number =>
  overhead + toDecode(picture) + (output === undefined ? 0 : toEncode(output))

const overhead = 10_000_000
// libvips keeps about this many lines of a picture that it decodes from top to bottom.
const keptLines = 2_000

const toDecode = (picture: Metadata): number => {
  const { format, compression, width, height, channels, isProgressive, orientation = 1 } = picture
  const pixels = pixelsOf(picture)
  const bytesPerChannel = picture.depth === 'uchar' ? 1 : 2
  const decoded = channels * bytesPerChannel
  // A picture that its EXIF orientation turns or mirrors is decoded as a whole.
  const turned = orientation > 1 ? 1.1 * pixels * decoded : 0
  if (compression === 'av1') return pixels * (bytesPerChannel === 1 ? 19 : 26) + turned
  if (format === 'webp') return pixels * 7 + turned
  if (format === 'jpeg') return turned + (isProgressive ? pixels * coefficientBytes(picture) : 0)
  if (isProgressive) return 1.25 * pixels * decoded + turned
  return Math.min(height, keptLines) * width * decoded + turned
}

// libjpeg holds two bytes for each value of a progressive JPEG. With colors at half the resolution (4:2:0), a pixel
// has one and a half values.
const coefficientBytes = ({ channels, chromaSubsampling }: Metadata) =>
  chromaSubsampling?.startsWith('4:4:4') || channels !== 3 ? 2.1 * channels : 3.3

// The most pixels of a JPEG whose coding is optimized. Optimized files are smaller, but the encoder then holds all values
// of the picture: 48 megapixels took 316 MB instead of 28 MB.
const mostOptimized = 16_000_000

export const mayOptimize = (size: Size): boolean => pixelsOf(size) <= mostOptimized

const toEncode = (output: PictureOutput): number => {
  const pixels = pixelsOf(output)
  const isCropped = pixelsOf(output.whole) > pixels
  const encoded = output.format === 'webp' ? 5.5 : mayOptimize(output) ? 6.6 : 0.7
  return pixels * encoded + (isCropped ? pixelsOf(output.whole) * 3 : 0)
}
