import type { RenditionRequest } from '../hosted/renditions.ts'

/** Pixels. */
export interface Size {
  readonly width: number
  readonly height: number
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
