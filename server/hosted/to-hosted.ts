import type { HostedWallpaper } from '../../shared/hosted-api.ts'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import { toColorNames } from '../catalogue/wallpaper-detail.ts'
import type { WallpaperUrls } from '../catalogue/wallpaper-urls.ts'
import { findColorHex } from '../pictures/color-hex.ts'
import { toDeviceType, toOrientation } from '../pictures/device-type.ts'
import { toFileFormat } from '../pictures/file-format.ts'

export type SizedWallpaper = Wallpaper & { width: number; height: number }

export const isSized = (wallpaper: Wallpaper): wallpaper is SizedWallpaper =>
  wallpaper.width !== undefined && wallpaper.height !== undefined

/**
 * A catalogue's wallpaper as a hosted record (spec §2.3).
 * @param previewUrl 600 by 400 pixels where the server can cut it
 */
export const toHosted = (
  wallpaper: SizedWallpaper,
  urls: WallpaperUrls,
  previewUrl: string,
): HostedWallpaper => ({
  public_id: wallpaper.id,
  name: wallpaper.id.slice(wallpaper.id.lastIndexOf('/') + 1),
  width: wallpaper.width,
  height: wallpaper.height,
  format: toFileFormat(wallpaper.mainFile),
  created_at: wallpaper.createdAt ?? '1970-01-01T00:00:00.000Z',
  tags: toTags(wallpaper),
  colors: toHexColors(wallpaper),
  preview_url: previewUrl,
  download_url: urls.full(wallpaper),
})

/** The device type goes by the size, as the tag filter does. */
const toTags = ({ width, height, category, tags }: SizedWallpaper): string[] => {
  const type = toDeviceType(toOrientation(width, height)) ?? ''
  return [...new Set([type, category, ...tags])].filter((tag) => tag !== '')
}

const toHexColors = (wallpaper: Wallpaper): string[] => {
  if (wallpaper.palette.length > 0) return [...wallpaper.palette]
  const known = toColorNames(wallpaper).map(findColorHex)
  return [...new Set(known.filter((hex) => hex !== undefined))]
}
