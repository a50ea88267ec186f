import type { FocalPoint, Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { center } from '../../shared/pictures/focal-point.ts'
import type { PictureFile } from './picture-versions.ts'

/** A request for a resized picture. Without a width and a height in pixels, it keeps the size of the original. */
export interface RenditionRequest {
  width?: number | undefined
  height?: number | undefined
  fit: 'cover' | 'contain'
  format: 'jpeg' | 'webp'
  focalPoint?: FocalPoint | undefined
}

export interface Rendition {
  /** The file with the resized picture, or its content if the file could not be written. */
  picture: PictureFile | Uint8Array<ArrayBuffer>
  contentType: string
}

export interface Renditions {
  /**
   * Resizes a picture and caches the result on this server's disk.
   * @param original with the present size and time of its file. If they change, the cached result is not used
   * @throws DomainError `BUSY` when too many requests are waiting, `NOT_FOUND` when the file is not a picture
   * @throws Error when the file exists but cannot be read
   */
  render(original: PictureFile, request: RenditionRequest): Promise<Rendition>
}

export interface Size {
  width: number
  height: number
}

export interface CollagePart {
  file: PictureFile
  ratio: number
}

export interface Collages {
  /**
   * Combines several pictures into one JPEG and caches it.
   * @param parts 1 to 4 pictures, the most important first, each with the ratio of its width to its height
   * @throws DomainError `BUSY` when too many requests are waiting, `NOT_FOUND` when a file is not a picture
   */
  compose(parts: readonly CollagePart[], size: Size): Promise<Rendition>
}

/** Crops around the wallpaper's focal point, or not at all if its license forbids changes. */
export const cropAsAllowed = (
  { focalPoint, license }: Pick<Wallpaper, 'focalPoint' | 'license'>,
  request: RenditionRequest,
): RenditionRequest => ({
  ...request,
  ...(license?.forbidsChanges ? { fit: 'contain' } : { focalPoint }),
})

export const toCrop = (original: Size, request: Omit<RenditionRequest, 'format'>) => {
  const size = toRenditionSize(original, request)
  const factor = Math.max(size.width / original.width, size.height / original.height)
  const scaled = scale(original, factor)
  const whole = {
    width: Math.max(size.width, scaled.width),
    height: Math.max(size.height, scaled.height),
  }
  const { x, y } = request.focalPoint ?? center
  const left = Math.round((whole.width - size.width) * x)
  const top = Math.round((whole.height - size.height) * y)
  return { whole, crop: { ...size, left, top } }
}

/**
 * Computes the size of a resized picture. Pictures are never enlarged. If the original is too small, the requested size
 * is scaled down.
 * @param original the original's size after the EXIF rotation
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
