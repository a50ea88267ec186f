import type { WallpaperDetail } from '../../shared/wallpaper.ts'
import { toDeviceType, toFileFormat } from '../pictures/shape-and-format.ts'
import type { Wallpaper } from './wallpaper.ts'
import type { WallpaperUrls } from './wallpaper-urls.ts'

export const toDetail = (wallpaper: Wallpaper, urls: WallpaperUrls): WallpaperDetail => ({
  id: wallpaper.id,
  title: wallpaper.title,
  description: wallpaper.description,
  category: wallpaper.category,
  type: toDeviceType(wallpaper.orientation) ?? null,
  width: wallpaper.width ?? null,
  height: wallpaper.height ?? null,
  format: toFileFormat(wallpaper.mainFile),
  tags: [...wallpaper.tags],
  colors: toColorNames(wallpaper),
  palette: [...wallpaper.palette],
  color: wallpaper.color ?? null,
  luminance: wallpaper.luminance ?? null,
  placeholder: wallpaper.placeholder ?? null,
  focal_point: wallpaper.focalPoint ?? null,
  credit: wallpaper.credit ?? null,
  license: wallpaper.license ?? null,
  created_at: wallpaper.createdAt ?? null,
  url: urls.full(wallpaper),
  preview_url: urls.preview(wallpaper),
  image_url: urls.image(wallpaper),
})

export const toColorNames = ({ primaryColors, secondaryColors }: Wallpaper): string[] => [
  ...new Set([...primaryColors, ...secondaryColors]),
]
