import type { Wallpaper } from '../catalogue/wallpaper.ts'
import { encodePath } from '../catalogue/wallpaper-urls.ts'
import { type RenditionRequest, type Size, toCrop } from './renditions.ts'

const formats = { jpeg: 'f_jpg', webp: 'f_webp' } as const

/**
 * The part of a Cloudinary URL after `/image/upload/` that makes a rendition.
 * @see https://cloudinary.com/documentation/transformation_reference
 */
export const toCloudinaryPath = (wallpaper: Wallpaper, request: RenditionRequest): string => {
  const { width, height, focalPoint, mainFile } = wallpaper
  const steps =
    width === undefined || height === undefined
      ? limitTo(request)
      : cropOf({ width, height }, { ...request, focalPoint })
  return [...steps, `${formats[request.format]},q_auto`, 'main', encodePath(mainFile)].join('/')
}

const cropOf = (original: Size, request: RenditionRequest): string[] => {
  if (request.width === undefined && request.height === undefined) return []
  const { whole, crop } = toCrop(original, request)
  // A crop of one pixel is only a rounding difference, so it is not worth a second step.
  if (whole.width - crop.width <= 1 && whole.height - crop.height <= 1) return [scaleTo(crop)]
  const cut = `c_crop,g_north_west,h_${crop.height},w_${crop.width},x_${crop.left},y_${crop.top}`
  return [scaleTo(whole), cut]
}

const scaleTo = ({ width, height }: Size) => `c_scale,h_${height},w_${width}`

// For a picture of unknown size. Neither `c_lfill` nor `c_limit` enlarges a picture.
const limitTo = ({ width, height, fit }: RenditionRequest): string[] => {
  const box = [...(height ? [`h_${height}`] : []), ...(width ? [`w_${width}`] : [])]
  if (box.length === 0) return []
  return [[fit === 'cover' && box.length === 2 ? 'c_lfill' : 'c_limit', ...box].join(',')]
}
