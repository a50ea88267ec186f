import { createComparison, readFilters, toTags, type WrittenFilters } from '../filters.ts'
import type { WallpaperDetail } from '../wallpaper.ts'
import { toDeviceType, toFileFormat } from './shape-and-format.ts'
import type { Wallpaper } from './wallpaper.ts'

export interface DetailUrls {
  full(wallpaper: Wallpaper): string
  preview(wallpaper: Wallpaper): string
  image(wallpaper: Wallpaper): string
}

export const toDetail = (wallpaper: Wallpaper, urls: DetailUrls): WallpaperDetail => ({
  id: wallpaper.id,
  title: wallpaper.title,
  description: wallpaper.description,
  category: wallpaper.category,
  type: toDeviceType(wallpaper.orientation) ?? null,
  width: wallpaper.width ?? null,
  height: wallpaper.height ?? null,
  format: toFileFormat(wallpaper.mainFile),
  file_size: wallpaper.fileSize ?? null,
  tags: [...wallpaper.tags],
  colors: toColorNames(wallpaper),
  palette: [...wallpaper.palette],
  color: wallpaper.color ?? null,
  luminance: wallpaper.luminance ?? null,
  placeholder: wallpaper.placeholder ?? null,
  focal_point: wallpaper.focalPoint ?? null,
  credit: wallpaper.credit ?? null,
  credit_url: wallpaper.creditUrl ?? null,
  license: wallpaper.license?.name ?? null,
  license_url: wallpaper.license?.url ?? null,
  source_url: wallpaper.sourceUrl ?? null,
  created_at: wallpaper.createdAt ?? null,
  taken_on: wallpaper.takenOn ?? null,
  place: wallpaper.place ?? null,
  url: urls.full(wallpaper),
  preview_url: urls.preview(wallpaper),
  image_url: urls.image(wallpaper),
})

export const toColorNames = ({ primaryColors, secondaryColors }: Wallpaper): string[] => [
  ...new Set([...primaryColors, ...secondaryColors]),
]

const blank: Wallpaper = {
  ...{ id: '', title: '', description: '', category: '', mainFile: '', cacheFile: '' },
  ...{ tags: [], primaryColors: [], secondaryColors: [], palette: [] },
}

/** Details of a wallpaper of which little is known. Without other addresses, `url` is also that of the preview. */
export const bareDetail = (
  known: Pick<WallpaperDetail, 'id' | 'url'> & Partial<WallpaperDetail>,
): WallpaperDetail => {
  const toUrl = () => known.url
  return { ...toDetail(blank, { full: toUrl, preview: toUrl, image: toUrl }), ...known }
}

type ComparedDetail = Pick<
  WallpaperDetail,
  'type' | 'category' | 'colors' | 'tags' | 'width' | 'height' | 'luminance'
> &
  Partial<Pick<WallpaperDetail, 'palette'>>

/**
 * Compares details of a wallpaper with filters of a query. The answer is `undefined` if the wallpaper may match, because
 * the details lack what a filter needs.
 */
export const matchesDetail = (
  { type, category, colors, palette = [], tags, width, height, luminance }: ComparedDetail,
  written: { [Name in keyof WrittenFilters]: WrittenFilters[Name] | undefined },
): boolean | undefined =>
  createComparison(readFilters((name) => written[name]))({
    type,
    categories: category === '' ? undefined : [category],
    colors,
    palette,
    tags: tags.length === 0 ? undefined : toTags(tags),
    width,
    height,
    luminance,
    // Details have the name of the license, but not what it allows.
    isFree: undefined,
    source: undefined,
    takenOn: undefined,
  })
