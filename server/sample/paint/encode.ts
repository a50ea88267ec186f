/** Encodes pixels as the best JPEG within its byte budget, and as a small WebP preview. */
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
  /** False when even the lowest quality is too large. The picture must then become simpler. */
  fits: boolean
}

/** A baseline JPEG of the highest quality within the scene's byte budget. */
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

/** At most 600 pixels on the longer side. */
export const encodePreview = (canvas: Canvas): Promise<Buffer> =>
  toSharp(canvas)
    .resize({ width: 600, height: 600, fit: 'inside' })
    .webp({ quality: 82, effort: 6 })
    .toBuffer()

/** A PNG for inspection, without artifacts of JPEG. */
export const encodeLossless = (canvas: Canvas): Promise<Buffer> => toSharp(canvas).png().toBuffer()
