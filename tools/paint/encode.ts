/** Encodes pixels as the best JPEG that fits a byte limit, and as a small WebP preview. */
import sharp from 'sharp'
import type { Canvas } from './band.ts'
import type { Scene } from './scene.ts'

const largeWidth = 5000
const qualities = [95, 93, 91, 89, 87, 85, 83, 81, 79, 77]

const toSharp = ({ pixels, width, height }: Canvas) =>
  sharp(pixels, { raw: { width, height, channels: 3 } })

export interface EncodedPicture {
  bytes: Buffer
  quality: number
  /**
   * False when the file is too large even at the lowest quality. The scene must then be simplified.
   */
  fits: boolean
}

/** Encodes a baseline JPEG with the highest quality that fits the scene's byte limit. */
export const encodeMain = async (canvas: Canvas, scene: Scene): Promise<EncodedPicture> => {
  const large = Math.max(canvas.width, canvas.height) > largeWidth
  const budget = scene.encode?.bytes ?? (large ? 600_000 : 240_000)
  const chromaSubsampling = scene.encode?.chroma ?? '4:2:0'
  let low = 0
  let high = qualities.length - 1
  let best: EncodedPicture | undefined
  while (low <= high) {
    const middle = (low + high) >> 1
    const quality = qualities[middle]
    const bytes = await toSharp(canvas).jpeg({ quality, chromaSubsampling }).toBuffer()
    const fits = bytes.length <= budget
    if (fits || !best?.fits) best = { bytes, quality, fits }
    if (fits) high = middle - 1
    else low = middle + 1
  }
  if (best === undefined) throw new Error('The list `qualities` is empty')
  return best
}

/** Encodes a WebP preview whose longer side has at most 600 pixels. */
export const encodePreview = (canvas: Canvas): Promise<Buffer> =>
  toSharp(canvas)
    .resize({ width: 600, height: 600, fit: 'inside' })
    .webp({ quality: 82, effort: 6 })
    .toBuffer()

/** Encodes a PNG, which shows the picture without JPEG artifacts during development. */
export const encodeLossless = (canvas: Canvas): Promise<Buffer> => toSharp(canvas).png().toBuffer()
