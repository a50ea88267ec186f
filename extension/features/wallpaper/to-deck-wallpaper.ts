import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { PreparedImage } from '../../platform/browser/image-codec.ts'
import type { DeckWallpaper } from './deck.ts'

/** What is kept of a wallpaper of `server` whose picture was loaded. */
export const toDeckWallpaper = (
  wallpaper: WallpaperDetail,
  image: Pick<PreparedImage, 'color' | 'light'>,
  server: string,
): DeckWallpaper => ({
  server,
  id: wallpaper.id,
  title: wallpaper.title,
  description: wallpaper.description,
  category: wallpaper.category,
  type: wallpaper.type,
  width: wallpaper.width,
  height: wallpaper.height,
  tags: wallpaper.tags,
  colors: wallpaper.colors,
  color: wallpaper.color ?? image.color,
  light: image.light,
  focal: toFocalPosition(wallpaper.focal_point),
  placeholder: wallpaper.placeholder,
  credit: wallpaper.credit,
  license: wallpaper.license,
  url: wallpaper.url,
  preview_url: wallpaper.preview_url,
  image_url: wallpaper.image_url,
})

/** As `object-position` takes it: the same for the picture and for what the server cropped by it. */
const toFocalPosition = (point: WallpaperDetail['focal_point']): string | null =>
  point && `${toPercent(point.x)} ${toPercent(point.y)}`

const toPercent = (share: number) => `${Math.round(share * 100)}%`
