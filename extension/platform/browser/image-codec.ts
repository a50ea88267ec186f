import { type LightMap, mapped, type Rgb, toLightMap, toMeanLuminance } from './light-map.ts'
import type { ScreenSize } from './screen.ts'

export interface PreparedImage {
  blob: Blob
  color: string | null
  light: LightMap | null
  /** The mean relative luminance, from 0 (black) to 1 (white). */
  luminance: number | null
}

// A picture is scaled down only if it is larger than the screen by more than this factor.
const tolerance = 1.3
const quality = 0.88

/**
 * Decodes a downloaded picture, so that a broken picture is never stored. A picture that is much larger than
 * the screen, or not a JPEG, is converted to a JPEG of the screen's size.
 */
export const prepareImage = async (blob: Blob, screen: ScreenSize): Promise<PreparedImage> => {
  const bitmap = await createImageBitmap(blob)
  try {
    const scale = Math.max(screen.width / bitmap.width, screen.height / bitmap.height)
    const isReady = blob.type === 'image/jpeg' && scale * tolerance >= 1
    const ready = isReady ? blob : await toJpeg(bitmap, Math.min(1, scale))
    return { blob: ready, ...measure(bitmap) }
  } finally {
    bitmap.close()
  }
}

const toJpeg = (bitmap: ImageBitmap, scale: number): Promise<Blob> => {
  const canvas = new OffscreenCanvas(
    Math.round(bitmap.width * scale),
    Math.round(bitmap.height * scale),
  )
  draw(bitmap, canvas)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

const draw = (bitmap: ImageBitmap, canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D => {
  const context = canvas.getContext('2d', { willReadFrequently: canvas.width <= mapped.width })
  if (!context) throw new Error('The browser has no 2d canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context
}

const measure = (bitmap: ImageBitmap): Omit<PreparedImage, 'blob'> => {
  const { width, height } = mapped
  const context = draw(bitmap, new OffscreenCanvas(width, height))
  const { data } = context.getImageData(0, 0, width, height)
  return {
    color: toHex(toMean(data)),
    light: toLightMap(data, 4),
    luminance: toMeanLuminance(data, 4),
  }
}

const toMean = (pixels: Uint8ClampedArray): Rgb => {
  const count = pixels.length / 4
  const toMeanOf = (channel: number) => {
    let sum = 0
    for (let at = channel; at < pixels.length; at += 4) sum += pixels[at] ?? 0
    return sum / count
  }
  return [toMeanOf(0), toMeanOf(1), toMeanOf(2)]
}

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
