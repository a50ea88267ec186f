import { centre } from './focal-point.ts'
import type { RenditionRequest } from './renditions.ts'

/** Pixels. */
export interface Size {
  width: number
  height: number
}

/** What is to be done: scale the picture to `whole`, then cut `crop` out of it. */
export interface Crop {
  whole: Size
  crop: Size & { left: number; top: number }
}

/** A rendition of the box's shape, around the focal point. */
export const toCrop = (original: Size, request: Omit<RenditionRequest, 'format'>): Crop => {
  const size = toRenditionSize(original, request)
  const factor = Math.max(size.width / original.width, size.height / original.height)
  const scaled = scale(original, factor)
  const whole = {
    width: Math.max(size.width, scaled.width),
    height: Math.max(size.height, scaled.height),
  }
  const { x, y } = request.focalPoint ?? centre
  const left = Math.round((whole.width - size.width) * x)
  const top = Math.round((whole.height - size.height) * y)
  return { whole, crop: { ...size, left, top } }
}

/**
 * The size a rendition gets. Nothing is enlarged: where the picture is too small for a box to cover,
 * the box shrinks and keeps its shape, so what is cropped is what was asked for.
 * @param original the picture's size as it is seen
 */
export const toRenditionSize = (
  original: Size,
  { width, height, fit }: Pick<RenditionRequest, 'width' | 'height' | 'fit'>,
): Size => {
  if (width === undefined || height === undefined || fit === 'contain') {
    const across = (width ?? Number.POSITIVE_INFINITY) / original.width
    const down = (height ?? Number.POSITIVE_INFINITY) / original.height
    return scale(original, Math.min(1, across, down))
  }
  return scale({ width, height }, Math.min(1, original.width / width, original.height / height))
}

const scale = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
})
