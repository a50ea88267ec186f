import type { Context } from 'hono'
import type { ImageQuery } from '../../../shared/image-api.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { toCloudinaryPath } from '../../pictures/cloudinary-path.ts'
import { toRenditionRequest } from './rendition-request.ts'

/** Longer side of a catalogue's own previews, in pixels. */
const previewSide = 600

/**
 * Where a picture that this server does not hold is found: at the size and in the format that are asked
 * for if its host can make them, else the smaller of its files that is large enough.
 */
export const toRemoteUrl = (
  wallpaper: Wallpaper,
  query: ImageQuery,
  urls: WallpaperUrls,
): string => {
  const { resizer } = urls
  if (resizer === undefined)
    return isPreviewEnough(wallpaper, query) ? urls.preview(wallpaper) : urls.full(wallpaper)
  const request = toRenditionRequest(query)
  if (request === undefined) return urls.full(wallpaper)
  return `${resizer}/${toCloudinaryPath(wallpaper, request)}`
}

const isPreviewEnough = (
  { width, height }: Wallpaper,
  { w, h, fit }: Pick<ImageQuery, 'w' | 'h' | 'fit'>,
): boolean => {
  if (width === undefined || height === undefined) return false
  const scales = [w && w / width, h && h / height].filter((scale) => scale !== undefined)
  if (scales.length === 0) return false
  const asked = fit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  return asked <= previewSide / Math.max(width, height)
}

/** The file may move with the next change of the catalogue. */
export const redirectToFile = (c: Context, url: string) => {
  c.header('Cache-Control', 'public, max-age=300')
  return c.redirect(url, 302)
}
